# Files by Prawn.
require 'prawn'

out, materials = ARGV
make = lambda do |name, options = {}, &more|
  Prawn::Document.generate(File.join(out, "#{name}.pdf"), **options) do |pdf|
    pdf.text 'Layla owes Fahad 100 riyals.'
    more&.call(pdf)
  end
rescue StandardError => e
  warn "#{name}: #{e}"
end

make.call('text')
make.call('compressed', compress: true)
make.call('landscape', page_layout: :landscape)
make.call('image') { |pdf| pdf.image File.join(materials, 'picture.png') }
make.call('links') { |pdf| pdf.text '<link href="https://example.com/">terms</link>', inline_format: true }
make.call('outline') { |pdf| pdf.outline.define { page title: 'Top', destination: 1 } }
make.call('owner-rc4-40') { |pdf| pdf.encrypt_document(owner_password: 'owner', user_password: '') }
