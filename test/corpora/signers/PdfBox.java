import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Calendar;
import java.util.Hashtable;
import java.util.List;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.SignatureOptions;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.visible.PDVisibleSigProperties;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.visible.PDVisibleSignDesigner;
import org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.cms.Attribute;
import org.bouncycastle.asn1.cms.AttributeTable;
import org.bouncycastle.asn1.ess.ESSCertIDv2;
import org.bouncycastle.asn1.ess.SigningCertificateV2;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.DefaultSignedAttributeTableGenerator;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.SignerInformationStore;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.TSPAlgorithms;
import org.bouncycastle.tsp.TimeStampRequestGenerator;
import org.bouncycastle.tsp.TimeStampResponse;

/** Signs files with PDFBox 2 or 3 and BouncyCastle. */
public class PdfBox {
  public static void main(String[] args) throws Exception {
    Jobs.run(args, PdfBox::carryOut);
  }

  static void carryOut(String operation, String from, String to) throws Exception {
    if (operation.matches("fill|close|annotate|metadata|prepare|attack-.*")) PdfBoxChanges.change(operation, from, to);
    else sign(operation, from, to);
  }

  /** Version 3 moved loading to a class of its own. */
  static PDDocument load(String from) throws Exception {
    try {
      return (PDDocument) Class.forName("org.apache.pdfbox.Loader").getMethod("loadPDF", File.class).invoke(null, new File(from));
    } catch (ClassNotFoundException two) {
      return (PDDocument) PDDocument.class.getMethod("load", File.class).invoke(null, new File(from));
    }
  }

  static void sign(String operation, String from, String to) throws Exception {
    try (PDDocument document = load(from); FileOutputStream out = new FileOutputStream(to); SignatureOptions options = new SignatureOptions()) {
      PDSignature signature = new PDSignature();
      boolean isBaseline = operation.startsWith("b");
      signature.setFilter(PDSignature.FILTER_ADOBE_PPKLITE);
      signature.setSubFilter(isBaseline ? PDSignature.SUBFILTER_ETSI_CADES_DETACHED : PDSignature.SUBFILTER_ADBE_PKCS7_DETACHED);
      signature.setName("Layla Salem");
      signature.setReason("I agree");
      signature.setSignDate(Calendar.getInstance());
      options.setPreferredSignatureSize(20_000);
      if (operation.equals("field")) {
        PDSignatureField field = document.getDocumentCatalog().getAcroForm().getFields().stream()
          .filter((one) -> one instanceof PDSignatureField && ((PDSignatureField) one).getSignature() == null).map(PDSignatureField.class::cast).findFirst().orElseThrow();
        field.getCOSObject().setItem(COSName.V, signature);
        field.getCOSObject().setNeedToBeUpdated(true);
      }
      if (operation.equals("visible")) visible(document, options);
      if (Jobs.certification(operation) > 0) certify(document, signature, Jobs.certification(operation));
      document.addSignature(signature, (content) -> cms(content, operation), options);
      document.saveIncremental(out);
    }
  }

  static void visible(PDDocument document, SignatureOptions options) throws Exception {
    java.awt.image.BufferedImage picture = new java.awt.image.BufferedImage(40, 20, java.awt.image.BufferedImage.TYPE_INT_RGB);
    PDVisibleSignDesigner designer = new PDVisibleSignDesigner(document, picture, 1);
    designer.xAxis(72).yAxis(600).width(120).height(40);
    PDVisibleSigProperties properties = new PDVisibleSigProperties();
    properties.signerName("Layla").signerLocation("Riyadh").signatureReason("I agree").preferredSize(0).page(1).visualSignEnabled(true).setPdVisibleSignature(designer);
    properties.buildSignature();
    options.setVisualSignature(properties);
    options.setPage(0);
  }

  static void certify(PDDocument document, PDSignature signature, int permission) {
    COSDictionary parameters = new COSDictionary();
    parameters.setItem(COSName.TYPE, COSName.getPDFName("TransformParams"));
    parameters.setInt(COSName.P, permission);
    parameters.setName(COSName.V, "1.2");
    COSDictionary reference = new COSDictionary();
    reference.setItem(COSName.TYPE, COSName.getPDFName("SigRef"));
    reference.setName("TransformMethod", "DocMDP");
    reference.setItem("TransformParams", parameters);
    reference.setNeedToBeUpdated(true);
    COSArray references = new COSArray();
    references.add(reference);
    signature.getCOSObject().setItem("Reference", references);
    COSDictionary catalogue = document.getDocumentCatalog().getCOSObject();
    COSDictionary permissions = new COSDictionary();
    permissions.setItem("DocMDP", signature);
    catalogue.setItem("Perms", permissions);
    catalogue.setNeedToBeUpdated(true);
    permissions.setNeedToBeUpdated(true);
  }

  static byte[] cms(InputStream content, String operation) throws java.io.IOException {
    try {
      PrivateKey key = Jobs.key(operation);
      X509Certificate certificate = (X509Certificate) Jobs.chain(operation)[0];
      CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
      JcaSignerInfoGeneratorBuilder builder = new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build());
      if (operation.startsWith("b")) builder.setSignedAttributeGenerator(new DefaultSignedAttributeTableGenerator(attributes(certificate)));
      String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
      generator.addSignerInfoGenerator(builder.build(new JcaContentSignerBuilder(algorithm).build(key), certificate));
      generator.addCertificates(new JcaCertStore(List.of(Jobs.chain(operation))));
      CMSSignedData signed = generator.generate(new CMSProcessableByteArray(content.readAllBytes()), false);
      return (operation.equals("bt") ? stamped(signed) : signed).getEncoded();
    } catch (Exception reason) {
      throw new java.io.IOException(reason);
    }
  }

  static AttributeTable attributes(X509Certificate certificate) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    Hashtable<Object, Object> table = new Hashtable<>();
    table.put(PKCSObjectIdentifiers.id_aa_signingCertificateV2,
      new Attribute(PKCSObjectIdentifiers.id_aa_signingCertificateV2, new DERSet(new SigningCertificateV2(new ESSCertIDv2(digest)))));
    return new AttributeTable(table);
  }

  static CMSSignedData stamped(CMSSignedData signed) throws Exception {
    SignerInformation signer = signed.getSignerInfos().getSigners().iterator().next();
    TimeStampRequestGenerator requests = new TimeStampRequestGenerator();
    requests.setCertReq(true);
    byte[] request = requests.generate(TSPAlgorithms.SHA256, MessageDigest.getInstance("SHA-256").digest(signer.getSignature())).getEncoded();
    HttpRequest question = HttpRequest.newBuilder(URI.create(Jobs.TSA)).header("content-type", "application/timestamp-query").POST(HttpRequest.BodyPublishers.ofByteArray(request)).build();
    byte[] answer = HttpClient.newHttpClient().send(question, HttpResponse.BodyHandlers.ofByteArray()).body();
    ASN1Primitive token = ASN1Primitive.fromByteArray(new TimeStampResponse(new ByteArrayInputStream(answer)).getTimeStampToken().getEncoded());
    AttributeTable table = new AttributeTable(new DERSet(new Attribute(PKCSObjectIdentifiers.id_aa_signatureTimeStampToken, new DERSet(token))));
    SignerInformation with = SignerInformation.replaceUnsignedAttributes(signer, table);
    return CMSSignedData.replaceSigners(signed, new SignerInformationStore(with));
  }
}
