<?php
// Files that TCPDF writes and signs at once: it signs none that are there already.
require_once 'tcpdf/tcpdf.php';

[, $table, $folder] = $argv;
foreach (file($table, FILE_IGNORE_NEW_LINES) as $line) {
    [$operation, $from, $to] = explode("\t", $line);
    if ($operation === 'again' || !preg_match('/\.(libreoffice|qpdf-object-streams|handmade-form)\.pdf$/', $to)) {
        continue;
    }
    $pdf = new TCPDF();
    $pdf->SetTitle('A contract');
    $pdf->AddPage();
    $pdf->Write(0, 'Layla owes Fahad 100 riyals.');
    if (str_contains($to, 'handmade-form')) {
        $pdf->Ln(20);
        $pdf->TextField('amount', 60, 8, [], ['v' => '100', 'dv' => '100']);
    }
    $permission = str_starts_with($operation, 'certify') ? (int) $operation[7] : 0;
    // TCPDF calls an approval "A"; a number is a certification.
    $pdf->setSignature("file://$folder/rsa.pem", "file://$folder/rsa.key", '', "$folder/chain.pem", $permission ?: 2, ['Reason' => 'I agree', 'Name' => 'Layla'], $permission ? '' : 'A');
    if ($operation === 'visible') {
        $pdf->setSignatureAppearance(20, 60, 50, 20);
    }
    file_put_contents($to, $pdf->Output('', 'S'));
}
