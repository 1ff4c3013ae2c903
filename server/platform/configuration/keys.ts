/** Every setting of the product. */
import { maxUploadMegabytes } from '#contract/limits.ts'
import type { z } from 'zod'
import { address, flag, hosts, list, oneOf, pattern, text, webAddress, wholeNumber } from './kinds.ts'

type Kind = { name: string; schema: z.ZodType<unknown, string> }

/** `default` is in the form of the environment; without one the setting may be left out. */
type Key<K extends Kind = Kind, D extends string | undefined = string | undefined> = { kind: K; default: D; says: string; secret: boolean }

const key = <K extends Kind, const D extends string | undefined = undefined>(kind: K, says: string, fallback?: D) =>
  ({ kind, says, default: fallback as D, secret: false }) satisfies Key
const secret = (says: string) => ({ kind: text, says, default: undefined, secret: true }) satisfies Key

export const keys = {
  MODE: key(
    oneOf('demo', 'production'),
    'In demo mode everything that is not set is made up: outside parties, people, keys. Production mode refuses all of that.',
    'demo',
  ),
  HOST: key(text, 'Address of this machine to listen on.', '127.0.0.1'),
  PORT: key(wholeNumber(0, 65_535), 'Port to listen on; 0 takes any free one.', '8080'),
  PUBLIC_URL: key(
    webAddress,
    'Address under which people and outside parties reach the product, and the only one at which they can sign in; the default is the address listened on.',
  ),
  PKI_URL: key(
    webAddress,
    'Address, over plain http, under which relying parties reach OCSP, lists and certificates; it stands in every certificate. The default is PUBLIC_URL with http.',
  ),
  TRUSTED_PROXIES: key(list, 'Addresses or networks of the balancers whose X-Forwarded-For is believed.', ''),
  DATA_DIR: key(text, 'Folder of everything kept on this machine.', './data'),
  LOG_LEVEL: key(oneOf('debug', 'info', 'warn', 'error'), 'The least serious lines that are logged.', 'info'),

  DATABASE_URL: key(
    address('postgres', 'postgresql'),
    'A served PostgreSQL, as the role tawqi_app; the default is the embedded one in DATA_DIR.',
  ),
  DATABASE_OWNER_URL: key(address('postgres', 'postgresql'), 'The same database as the role tawqi_owner, for the migrations.'),
  DATABASE_CONNECTIONS: key(
    wholeNumber(2, 1_000),
    'The most connections one process holds for its calls; exports have four more of their own.',
    '20',
  ),

  NTP_SERVERS: key(
    hosts,
    'Time servers that time stamps rest on, best three or more: most of them must agree. Without them demo mode believes the clock that it finds at the start until it steps.',
  ),

  MASTER_KEY_FILE: key(
    text,
    'File with 32 random bytes as 64 hexadecimal digits, from which every other key is derived; the default is master.key in DATA_DIR, which demo mode makes.',
  ),
  ALLOW_SIMULATORS: key(flag, 'Lets production mode use the simulators for the outside parties that are not set.', '0'),
  ALLOW_PUBLIC_DEMO: key(
    flag,
    'Lets demo mode listen where others reach it: everybody knows the passwords of its people, and the simulated parties approve and pay.',
    '0',
  ),
  ALLOW_SOFTWARE_KEYS: key(flag, 'Lets production mode keep the keys of the authority and of the people in software, on the disk.', '0'),
  SIMULATORS_PORT: key(wholeNumber(0, 65_535), 'Port of the simulators; 0 takes any free one.', '8090'),

  SESSION_HOURS: key(wholeNumber(1, 72), 'A session is over after this long, used or not.', '12'),
  KYC_MONTHS: key(wholeNumber(1, 60), 'How long a confirmation of identity holds.', '12'),
  HUMAN_CHECK_AFTER_STARTS: key(
    wholeNumber(1, 10_000),
    'From how many starts of strangers from one address (IPv6: one /64) within ten minutes on, which nobody has approved yet, the human check is asked for. Three times as many within ten minutes, or twenty times within a day, are refused.',
    '10',
  ),
  MAX_UPLOAD_MB: key(wholeNumber(1, maxUploadMegabytes), 'The largest document, in megabytes.', '150'),

  HUMAN_CHECK: key(
    oneOf('altcha', 'recaptcha', 'hcaptcha', 'turnstile'),
    'Who tells people from programs; altcha runs in the product itself.',
    'altcha',
  ),
  HUMAN_CHECK_SITE_KEY: key(text, 'The public key of the chosen provider: for reCAPTCHA of version 3, or of version 2 “invisible”.'),
  HUMAN_CHECK_SECRET: secret('The secret of the chosen provider.'),
  HUMAN_CHECK_URL: key(
    webAddress,
    'An address that answers the provider’s paths in its place, for its script and for siteverify; the default is the provider’s own addresses.',
  ),

  POLICY_OID_ARC: key(
    pattern('an object identifier in dotted decimal', /^[0-2](\.\d{1,9}){3,15}$/),
    'The operator’s arc for certificate policies; the default is the arc for documentation (RFC 5612).',
    '1.3.6.1.4.1.32473.1',
  ),

  NAFATH_URL: key(webAddress, 'Nafath’s API, such as https://rabet-nafath.api.elm.sa.'),
  NAFATH_APP_ID: key(text, 'Our application at Nafath.'),
  NAFATH_APP_KEY: secret('Its key.'),
  NAFATH_AUDIENCE: key(text, 'Our name at Nafath, which every token carries.'),
  NAFATH_SERVER_ADDRESS: key(text, 'The address our calls to Nafath come from, as registered there.'),

  PAYMENT: key(oneOf('moyasar', 'paytabs'), 'Who takes payments.', 'moyasar'),
  MOYASAR_URL: key(webAddress, 'Moyasar’s API, such as https://api.moyasar.com/v1.'),
  MOYASAR_SECRET_KEY: secret('The key that begins with sk_live_.'),
  MOYASAR_WEBHOOK_SECRET: secret('The secret token given when the webhook was registered.'),
  PAYTABS_URL: key(
    pattern('an address with the number of our profile before it: https://47001@secure.paytabs.sa', /^https?:\/\/\d{1,9}@[^@\s]+$/),
    'PayTabs’ API, with the number of our profile before it: https://47001@secure.paytabs.sa.',
  ),
  PAYTABS_SERVER_KEY: secret('Its server key.'),

  SMTP_URL: key(address('smtp', 'smtps'), 'The mail server: smtps://user:password@host:465, or smtp:// with STARTTLS.'),
  MAIL_FROM: key(text, 'The sender of mails.', 'توقيع <no-reply@tawqi.example>'),
  CONTACT_MAIL: key(
    pattern('one plain e-mail address', /^[^\s,;:<>()"\\@]{1,64}@[^\s,;:<>()"\\@]{1,190}$/),
    'Where messages of the contact page go; the page shows it too.',
    'contact@tawqi.example',
  ),
  CONTACT_PHONE: key(
    pattern('a telephone number such as +966112345678', /^\+\d{7,15}$/),
    'The telephone number on the contact page.',
    '+966110000000',
  ),
  SMS_URL: key(webAddress, 'The gateway for text messages.'),
  SMS_API_KEY: secret('Its key.'),
  SMS_SENDER: key(
    pattern('3 to 11 Latin letters or digits', /^[A-Za-z0-9-]{3,11}$/),
    'The sender’s name as registered with the regulator.',
    'Tawqi',
  ),

  COMMERCIAL_REGISTER_URL: {
    ...key(
      pattern('an address with our key before it: https://KEY@api.wathq.sa', /^https?:\/\/[\w-]+@[^@\s]+$/),
      'Wathq’s API, with our key before it: https://KEY@api.wathq.sa. In production mode nobody is asked without it, and people fill in everything themselves.',
    ),
    secret: true,
  },

  PROVIDER_FILE: key(
    text,
    'File with the facts of the company that runs this: names, VAT number, commercial registration, address, whom to complain to, licence (DEPLOY.md has its form). They stand on invoices, in the authority’s name and on the public pages; the default is a company that is made up.',
  ),
} satisfies Record<string, Key>

export type Keys = typeof keys
export type KeyName = keyof Keys

type ValueOf<K extends Key> = z.output<K['kind']['schema']> | (K['default'] extends string ? never : undefined)
export type Values = { readonly [Name in KeyName]: ValueOf<Keys[Name]> }
