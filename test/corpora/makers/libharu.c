/* Files by libHaru. */
#include <hpdf.h>
#include <stdio.h>

static const char *out;
static char path[4096];

static void failed(HPDF_STATUS error, HPDF_STATUS detail, void *data) { fprintf(stderr, "libHaru: %04x %u\n", (unsigned)error, (unsigned)detail); }

static HPDF_Doc begin(void) {
  HPDF_Doc pdf = HPDF_New(failed, NULL);
  HPDF_Page page = HPDF_AddPage(pdf);
  HPDF_Page_SetFontAndSize(page, HPDF_GetFont(pdf, "Helvetica", NULL), 12);
  HPDF_Page_BeginText(page);
  HPDF_Page_TextOut(page, 72, 720, "Layla owes Fahad 100 riyals.");
  HPDF_Page_EndText(page);
  return pdf;
}

static void save(HPDF_Doc pdf, const char *name) {
  snprintf(path, sizeof path, "%s/%s.pdf", out, name);
  HPDF_SaveToFile(pdf, path);
  HPDF_Free(pdf);
}

int main(int count, char **words) {
  if (count < 3) return 2;
  out = words[1];
  save(begin(), "text");
  HPDF_Doc pdf = begin();
  HPDF_SetCompressionMode(pdf, HPDF_COMP_ALL);
  save(pdf, "compressed");
  pdf = begin();
  HPDF_SetPassword(pdf, "owner", "");
  save(pdf, "owner-rc4-40");
  pdf = begin();
  HPDF_SetPassword(pdf, "owner", "");
  HPDF_SetEncryptionMode(pdf, HPDF_ENCRYPT_R3, 16);
  save(pdf, "owner-rc4-128");
  pdf = begin();
  HPDF_Page_CreateURILinkAnnot(HPDF_GetCurrentPage(pdf), (HPDF_Rect){72, 700, 200, 740}, "https://example.com/");
  save(pdf, "links");
  return 0;
}
