SELECT id FROM Node WHERE id = $id
