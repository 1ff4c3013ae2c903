import com.itextpdf.text.Rectangle;
import com.itextpdf.text.pdf.PdfAnnotation;
import com.itextpdf.text.pdf.PdfDictionary;
import com.itextpdf.text.pdf.PdfFormField;
import com.itextpdf.text.pdf.PdfName;
import com.itextpdf.text.pdf.PdfReader;
import com.itextpdf.text.pdf.PdfSignatureAppearance;
import com.itextpdf.text.pdf.PdfStamper;
import com.itextpdf.text.pdf.security.BouncyCastleDigest;
import com.itextpdf.text.pdf.security.CrlClient;
import com.itextpdf.text.pdf.security.CrlClientOnline;
import com.itextpdf.text.pdf.security.DigestAlgorithms;
import com.itextpdf.text.pdf.security.ExternalSignatureContainer;
import com.itextpdf.text.pdf.security.LtvVerification;
import com.itextpdf.text.pdf.security.MakeSignature;
import com.itextpdf.text.pdf.security.OcspClientBouncyCastle;
import com.itextpdf.text.pdf.security.PrivateKeySignature;
import com.itextpdf.text.pdf.security.TSAClientBouncyCastle;
import java.io.FileOutputStream;
import java.security.MessageDigest;
import java.security.Security;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.List;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

/** Signs and changes files with iText 5. */
public class IText5 {
  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    PdfReader.unethicalreading = true;
    Jobs.run(args, IText5::carryOut);
  }

  static void carryOut(String operation, String from, String to) throws Exception {
    if (operation.matches("fill|annotate|metadata|prepare")) change(operation, from, to);
    else if (operation.equals("blt")) {
      sign("bt", from, to + ".signed");
      extend(to + ".signed", to);
    } else sign(operation, from, to);
  }

  static void sign(String operation, String from, String to) throws Exception {
    PdfReader reader = new PdfReader(from);
    try (FileOutputStream out = new FileOutputStream(to)) {
      PdfStamper stamper = PdfStamper.createSignature(reader, out, '\0', null, true);
      PdfSignatureAppearance appearance = stamper.getSignatureAppearance();
      appearance.setReason("I agree");
      appearance.setLocation("Riyadh");
      appearance.setCertificationLevel(Jobs.certification(operation));
      if (operation.equals("visible")) appearance.setVisibleSignature(new Rectangle(72, 72, 220, 120), 1, "Signed");
      if (operation.equals("field")) appearance.setVisibleSignature(prepared(reader));
      if (operation.equals("sha1")) {
        MakeSignature.signExternalContainer(appearance, new OldContainer(), 10_000);
        return;
      }
      TSAClientBouncyCastle tsa = operation.equals("bt") ? new TSAClientBouncyCastle(Jobs.TSA) : null;
      MakeSignature.CryptoStandard standard = operation.startsWith("b") ? MakeSignature.CryptoStandard.CADES : MakeSignature.CryptoStandard.CMS;
      PrivateKeySignature key = new PrivateKeySignature(Jobs.key(operation), "SHA256", "BC");
      MakeSignature.signDetached(appearance, new BouncyCastleDigest(), key, Jobs.chain(operation), null, null, tsa, 0, standard);
    }
  }

  static String prepared(PdfReader reader) {
    return reader.getAcroFields().getBlankSignatureNames().get(0);
  }

  static void extend(String from, String to) throws Exception {
    PdfReader reader = new PdfReader(from);
    try (FileOutputStream out = new FileOutputStream(to)) {
      PdfStamper stamper = new PdfStamper(reader, out, '\0', true);
      LtvVerification store = stamper.getLtvVerification();
      CrlClient lists = new CrlClientOnline();
      for (String name : stamper.getAcroFields().getSignatureNames())
        store.addVerification(name, new OcspClientBouncyCastle(null), lists, LtvVerification.CertificateOption.WHOLE_CHAIN,
          LtvVerification.Level.OCSP_CRL, LtvVerification.CertificateInclusion.YES);
      store.merge();
      stamper.close();
    }
    new java.io.File(from).delete();
  }

  /** Where somebody else is to sign. */
  static PdfFormField waiting(PdfStamper stamper) {
    PdfFormField field = PdfFormField.createSignature(stamper.getWriter());
    field.setFieldName("Next");
    field.setWidget(new Rectangle(320, 60, 440, 100), PdfAnnotation.HIGHLIGHT_INVERT);
    field.setFlags(PdfAnnotation.FLAGS_PRINT);
    return field;
  }

  static void change(String operation, String from, String to) throws Exception {
    PdfReader reader = new PdfReader(from);
    try (FileOutputStream out = new FileOutputStream(to)) {
      PdfStamper stamper = new PdfStamper(reader, out, '\0', true);
      if (operation.equals("fill"))
        for (String name : stamper.getAcroFields().getFields().keySet())
          if (stamper.getAcroFields().getFieldType(name) == 4) stamper.getAcroFields().setField(name, "200");
      if (operation.equals("annotate"))
        stamper.addAnnotation(PdfAnnotation.createText(stamper.getWriter(), new Rectangle(300, 700, 320, 720), "Note", "A note", false, "Note"), 1);
      if (operation.equals("prepare")) stamper.addAnnotation(waiting(stamper), 1);
      if (operation.equals("metadata")) {
        HashMap<String, String> info = reader.getInfo();
        info.put("Title", "Another title");
        stamper.setMoreInfo(info);
      }
      stamper.close();
    }
  }

  /** adbe.pkcs7.sha1: the CMS holds the SHA-1 of the byte ranges as its content. */
  static final class OldContainer implements ExternalSignatureContainer {
    public byte[] sign(java.io.InputStream data) throws java.security.GeneralSecurityException {
      try {
        byte[] digest = DigestAlgorithms.digest(data, MessageDigest.getInstance("SHA-1"));
        CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
        Certificate[] chain = Jobs.chain("sha1");
        generator.addSignerInfoGenerator(
          new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build())
            .build(new JcaContentSignerBuilder("SHA1withRSA").build(Jobs.key("sha1")), (java.security.cert.X509Certificate) chain[0]));
        generator.addCertificates(new JcaCertStore(List.of(chain)));
        return generator.generate(new CMSProcessableByteArray(digest), true).getEncoded();
      } catch (Exception reason) {
        throw new java.security.GeneralSecurityException(reason);
      }
    }

    public void modifySigningDictionary(PdfDictionary dictionary) {
      dictionary.put(PdfName.FILTER, PdfName.ADOBE_PPKLITE);
      dictionary.put(PdfName.SUBFILTER, PdfName.ADBE_PKCS7_SHA1);
    }
  }
}
