import 'i18next'
import type footer from './locales/ar/footer.json' with { type: 'json' }
import type activity from './locales/ar/activity.json' with { type: 'json' }
import type applications from './locales/ar/applications.json' with { type: 'json' }
import type header from './locales/ar/header.json' with { type: 'json' }
import type index from './locales/ar/index.json' with { type: 'json' }
import type sessions from './locales/ar/sessions.json' with { type: 'json' }
import type devices from './locales/ar/devices.json' with { type: 'json' }
import type login from './locales/ar/login.json' with { type: 'json' }
import type members from './locales/ar/members.json' with { type: 'json' }
import type notifications from './locales/ar/notifications.json' with { type: 'json' }
import type dashboard from './locales/ar/dashboard.json' with { type: 'json' }
import type profile from './locales/ar/profile.json' with { type: 'json' }
import type operations from './locales/ar/operations.json' with { type: 'json' }
import type routes from './locales/ar/routes.json' with { type: 'json' }
import type catalogue from './locales/ar/catalogue.json' with { type: 'json' }
import type certificates from './locales/ar/certificates.json' with { type: 'json' }
import type payments from './locales/ar/payments.json' with { type: 'json' }
import type subscriptions from './locales/ar/subscriptions.json' with { type: 'json' }
import type signing from './locales/ar/signing.json' with { type: 'json' }
import type transactions from './locales/ar/transactions.json' with { type: 'json' }
import type verification from './locales/ar/verification.json' with { type: 'json' }
import type developers from './locales/ar/developers.json' with { type: 'json' }
import type finance from './locales/ar/finance.json' with { type: 'json' }
import type decisions from './locales/ar/decisions.json' with { type: 'json' }
import type seals from './locales/ar/seals.json' with { type: 'json' }
import type approvals from './locales/ar/approvals.json' with { type: 'json' }
import type organisation from './locales/ar/organisation.json' with { type: 'json' }
import type invitations from './locales/ar/invitations.json' with { type: 'json' }
import type enrolment from './locales/ar/enrolment.json' with { type: 'json' }
import type ui from './locales/ar/ui.json' with { type: 'json' }
import type whyEsign from './locales/ar/whyEsign.json' with { type: 'json' }
import type features from './locales/ar/features.json' with { type: 'json' }
import type useCases from './locales/ar/useCases.json' with { type: 'json' }
import type individual from './locales/ar/individual.json' with { type: 'json' }
import type organization from './locales/ar/organization.json' with { type: 'json' }
import type digitalCertificate from './locales/ar/digitalCertificate.json' with { type: 'json' }
import type contact from './locales/ar/contact.json' with { type: 'json' }
import type quickStart from './locales/ar/quickStart.json' with { type: 'json' }
import type legal from './locales/ar/legal.json' with { type: 'json' }
import type status from './locales/ar/status.json' with { type: 'json' }

/** Keys are typed from the Arabic texts, the language of the product. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'index'
    resources: {
      index: typeof index
      header: typeof header
      activity: typeof activity
      applications: typeof applications
      footer: typeof footer
      sessions: typeof sessions
      devices: typeof devices
      login: typeof login
      dashboard: typeof dashboard
      members: typeof members
      notifications: typeof notifications
      profile: typeof profile
      operations: typeof operations
      finance: typeof finance
      routes: typeof routes
      catalogue: typeof catalogue
      certificates: typeof certificates
      payments: typeof payments
      subscriptions: typeof subscriptions
      signing: typeof signing
      transactions: typeof transactions
      verification: typeof verification
      developers: typeof developers
      decisions: typeof decisions
      seals: typeof seals
      approvals: typeof approvals
      invitations: typeof invitations
      organisation: typeof organisation
      enrolment: typeof enrolment
      ui: typeof ui
      whyEsign: typeof whyEsign
      features: typeof features
      useCases: typeof useCases
      individual: typeof individual
      organization: typeof organization
      digitalCertificate: typeof digitalCertificate
      contact: typeof contact
      legal: typeof legal
      quickStart: typeof quickStart
      status: typeof status
    }
  }
}
