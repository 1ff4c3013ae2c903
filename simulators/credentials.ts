/** What the simulated parties accept. Public on purpose: they guard nothing, and production refuses to start with them. */
export const simulatorCredentials = {
  nafath: { appId: 'simulator', appKey: 'simulator-nafath-app-key', audience: 'Tawqi' },
  moyasar: { secretKey: 'sk_test_simulator', webhookSecret: 'simulator-moyasar-webhook-secret' },
  paytabs: { profileId: 47_001, serverKey: 'SIMULATOR-PAYTABS-SERVER-KEY' },
  humanCheck: { siteKey: 'simulator-site-key', secret: 'simulator-human-check-secret' },
  commercialRegister: { apiKey: 'simulator-commercial-register-key' },
  sms: { apiKey: 'simulator-sms-api-key' },
}
