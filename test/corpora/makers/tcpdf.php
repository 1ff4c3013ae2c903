<?php
// Files by TCPDF.
require_once 'tcpdf/tcpdf.php';

[, $out, $materials] = $argv;

function make(string $name, ?callable $more = null, $pdfa = false): void
{
    global $out;
    $pdf = new TCPDF('P', 'mm', 'A4', true, 'UTF-8', false, $pdfa);
    $pdf->SetTitle('A contract');
    $pdf->AddPage();
    $pdf->Write(0, 'Layla owes Fahad 100 riyals.');
    if ($more) {
        $more($pdf);
    }
    file_put_contents("$out/$name.pdf", $pdf->Output('', 'S'));
}

function form(TCPDF $pdf): void
{
    $pdf->Ln(20);
    $pdf->TextField('amount', 60, 8, [], ['v' => '100', 'dv' => '100']);
    $pdf->CheckBox('agreed', 5, true);
    $pdf->ComboBox('currency', 30, 8, ['SAR', 'USD']);
    $pdf->addEmptySignatureAppearance(20, 120, 50, 20);
}

make('text');
make('image', fn ($pdf) => $pdf->Image("$materials/picture.png", 20, 60, 30));
make('form', 'form');
make('pdfa-1b', null, 1);
make('pdfa-3b', null, 3);
make('uncompressed', fn ($pdf) => $pdf->SetCompression(false));
make('attachment', fn ($pdf) => $pdf->Annotation(20, 80, 5, 5, 'terms', ['Subtype' => 'FileAttachment', 'Name' => 'PushPin', 'FS' => "$materials/page.html"]));
make('links', fn ($pdf) => $pdf->Bookmark('Top') ?? $pdf->Link(10, 10, 40, 10, 'https://example.com/'));
foreach (['rc4-40', 'rc4-128', 'aes-128', 'aes-256'] as $mode => $name) {
    make("owner-$name", fn ($pdf) => $pdf->SetProtection(['print'], '', 'owner', $mode));
}
