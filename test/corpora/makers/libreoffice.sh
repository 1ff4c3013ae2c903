#!/bin/sh
# Files by LibreOffice: from a page, as PDF/A, as a form, with the source inside, encrypted.
set -u
out=$1
page=$2/page.html
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$2"/* "$work"
convert() { # NAME FILTER OPTIONS SOURCE
  soffice --headless "-env:UserInstallation=file://$work/profile" --convert-to "pdf:$2:$3" --outdir "$work/out" "$4" >/dev/null 2>&1
  mv "$work/out/"*.pdf "$out/$1.pdf"
}
value() { printf '"%s":{"type":"%s","value":"%s"}' "$1" "$2" "$3"; }
writer=writer_pdf_Export
soffice --headless "-env:UserInstallation=file://$work/profile" --convert-to 'odt:writer8' --outdir "$work" "$page" >/dev/null 2>&1
convert text $writer '{}' "$work/page.odt"
convert web writer_web_pdf_Export '{}' "$work/page.html"
convert tagged $writer "{$(value UseTaggedPDF boolean true)}" "$work/page.odt"
for part in 1 2 3; do convert "pdfa-${part}b" $writer "{$(value SelectPdfVersion long $part)}" "$work/page.odt"; done
convert version-15 $writer "{$(value SelectPdfVersion long 15)}" "$work/page.odt"
convert pdfua $writer "{$(value PDFUACompliance boolean true)}" "$work/page.odt"
convert with-source $writer "{$(value IsAddStream boolean true)}" "$work/page.odt"
convert form $writer "{$(value ExportFormFields boolean true)}" "$work/page.odt"
convert owner-aes-128 $writer "{$(value RestrictPermissions boolean true),$(value PermissionPassword string owner)}" "$work/page.odt"
convert drawing draw_pdf_Export '{}' "$work/picture.png"
printf 'amount,100\ndue,2027\n' >"$work/sheet.csv"
convert sheet calc_pdf_Export '{}' "$work/sheet.csv"
