# Files by PDF::API2 and its successor, PDF::Builder.
use strict;
use warnings;
my $package = $ENV{CORPUS_PACKAGE};
eval "require $package" or die $@;

my ($out, $materials) = @ARGV;

sub make {
    my ($name, $more, %options) = @_;
    eval {
        my $pdf = $package->new(%options);
        my $page = $pdf->page();
        my $text = $page->text();
        $text->font($pdf->font('Helvetica'), 12);
        $text->position(72, 720);
        $text->text('Layla owes Fahad 100 riyals.');
        $more->($pdf, $page) if $more;
        $pdf->save("$out/$name.pdf");
        1;
    } or warn "$name: $@";
}

make('text');
make('uncompressed', undef, compress => 0);
make('image', sub { my ($pdf, $page) = @_; $page->object($pdf->image("$materials/picture.png"), 72, 500, 96, 96) });
make('rotated', sub { $_[1]->rotation(90) });
make('links', sub { $_[1]->annotation()->uri('https://example.com/') });
for my $name (qw(libreoffice chromium handmade-form)) {
    eval {
        my $pdf = $package->open("$materials/../../fixtures/pdf/$name.pdf");
        $pdf->title('Another title');
        $pdf->save("$out/saved-$name.pdf");
        1;
    } or warn "$name: $@";
    eval {
        require File::Copy;
        File::Copy::copy("$materials/../../fixtures/pdf/$name.pdf", "$out/update-$name.pdf");
        my $pdf = $package->open("$out/update-$name.pdf");
        $pdf->title('Another title');
        $pdf->update();
        1;
    } or do { warn "$name: $@"; unlink "$out/update-$name.pdf" };
}
