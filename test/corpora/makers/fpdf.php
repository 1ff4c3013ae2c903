<?php
// Files by FPDF.
require_once 'fpdf/fpdf.php';

[, $out, $materials] = $argv;
foreach (['text' => true, 'uncompressed' => false] as $name => $compressed) {
    $pdf = new FPDF();
    $pdf->SetCompression($compressed);
    $pdf->AddPage();
    $pdf->SetFont('Helvetica', '', 12);
    $pdf->Cell(40, 10, 'Layla owes Fahad 100 riyals.');
    $pdf->Link(10, 10, 40, 10, 'https://example.com/');
    $pdf->Image("$materials/picture.png", 20, 60, 30);
    file_put_contents("$out/$name.pdf", $pdf->Output('S'));
}
