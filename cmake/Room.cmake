# The three things a folder may declare. Each lists its sources; nothing is globbed.

add_library(gb_warnings INTERFACE)
target_compile_options(gb_warnings INTERFACE -Wall -Wextra -Wconversion -Werror)

# gb_library(gb_stats SOURCES a.cpp PUBLIC gb::base PRIVATE fmt::fmt): a library, alias gb::stats.
function(gb_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  string(REPLACE "gb_" "gb::" alias ${name})
  add_library(${alias} ALIAS ${name})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE gb_warnings ${ARG_PRIVATE})
endfunction()

# gb_program(gb-agent SOURCES main.cpp LINK gb::agent): a binary in bin/.
function(gb_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE gb_warnings ${ARG_LINK})
  install(TARGETS ${name} RUNTIME DESTINATION bin)
endfunction()

# What `make asan` and `make tsan` build: the tests with that label, and nothing else.
add_custom_target(asan_tests)
add_custom_target(tsan_tests)

# gb_test(stats_test SOURCES a_test.cpp LINK gb::stats LABELS unit TIMEOUT 60): a doctest binary and its CTest entry.
# LABELS: unit, engine, end_to_end, bench; add asan or tsan to have a sanitizer build run it too.
function(gb_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${name} ${CMAKE_SOURCE_DIR}/tests/support/doctest_main.cpp ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE GB_SOURCE_DIR="${CMAKE_SOURCE_DIR}" GB_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE gb_warnings doctest::doctest ${ARG_LINK})
  add_test(NAME ${name} COMMAND ${name})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT})
  foreach(sanitizer asan tsan)
    if(sanitizer IN_LIST ARG_LABELS)
      add_dependencies(${sanitizer}_tests ${name})
    endif()
  endforeach()
endfunction()
