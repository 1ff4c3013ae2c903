"""Files by Typst."""
import os
import sys

import typst

out, materials = sys.argv[1:3]
source = os.path.join(out, 'source.typ')
with open(source, 'w', encoding='utf-8') as file:
    file.write('#set document(title: "A contract", date: datetime(year: 2026, month: 1, day: 1))\n= Contract\nLayla owes Fahad 100 riyals. #link("https://example.com/")[Terms].\n#pagebreak()\nSecond page.\n')
typst.compile(source, output=os.path.join(out, 'text.pdf'))
for standard in ('1.4', '2.0', 'a-1b', 'a-2b', 'a-3b', 'ua-1'):
    try:
        typst.compile(source, output=os.path.join(out, 'pdf' + standard.replace('.', '') + '.pdf'), pdf_standards=standard)
    except Exception as reason:
        print(standard, reason, file=sys.stderr)
os.remove(source)
