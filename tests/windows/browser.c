// Stands for a browser: writes the address it is given to the file in the variable OPENED.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int wmain(int count, wchar_t **arguments) {
  FILE *file = _wfopen(_wgetenv(L"OPENED"), L"wb");
  if (file == NULL || count < 2) return 1;
  fprintf(file, "%ls\n", arguments[1]);
  return fclose(file);
}
