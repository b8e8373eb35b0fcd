DELETE FROM TRANSFER WHERE src = $src AND dst = $dst AND ts = $ts
