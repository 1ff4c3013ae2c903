import 'i18next'
import type footer from './locales/ar/footer.json' with { type: 'json' }
import type header from './locales/ar/header.json' with { type: 'json' }
import type index from './locales/ar/index.json' with { type: 'json' }
import type login from './locales/ar/login.json' with { type: 'json' }
import type dashboard from './locales/ar/dashboard.json' with { type: 'json' }
import type routes from './locales/ar/routes.json' with { type: 'json' }
import type ui from './locales/ar/ui.json' with { type: 'json' }

/** Keys are typed from the Arabic texts, the language of the product. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'index'
    resources: {
      index: typeof index
      header: typeof header
      footer: typeof footer
      login: typeof login
      dashboard: typeof dashboard
      routes: typeof routes
      ui: typeof ui
    }
  }
}
