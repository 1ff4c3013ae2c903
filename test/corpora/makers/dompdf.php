<?php
// Files by Dompdf.
require_once '/usr/share/php/dompdf/autoload.php';

[, $out, $materials] = $argv;
$fonts = sys_get_temp_dir() . '/corpus-dompdf';
@mkdir($fonts);
foreach (['text', 'uncompressed', 'owner-rc4-40'] as $name) {
    $pdf = new Dompdf\Dompdf(['fontDir' => $fonts, 'fontCache' => $fonts, 'chroot' => $materials, 'defaultFont' => 'Helvetica']);
    $pdf->loadHtml('<h1>Contract</h1><p>Layla owes Fahad 100 riyals. <a href="https://example.com/">Terms</a></p>');
    $pdf->render();
    if (str_starts_with($name, 'owner')) {
        $pdf->getCanvas()->get_cpdf()->setEncryption('', 'owner', ['print']);
    }
    file_put_contents("$out/$name.pdf", $pdf->output(['compress' => $name === 'uncompressed' ? 0 : 1]));
}
