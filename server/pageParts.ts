/** What the server puts into public pages: their texts, prices and states are not known when the pages are built. */
import { to } from '#contract/publicScreens.ts'
import { textPage, trustPage } from './features/agreements/legalPages.ts'
import { fromPrice } from './features/catalogue/fromPrice.ts'
import { complaintsPage } from './features/site/company.ts'
import { statusPage } from './features/site/status.ts'
import type { PageParts } from './platform/http/publicPages.ts'

export const pageParts: PageParts = {
  [to('home')]: fromPrice,
  [to('index')]: fromPrice,
  [to('trust')]: trustPage,
  [to('privacy')]: textPage('privacyNotice', to('privacy')),
  [to('terms')]: textPage('termsOfUse', to('terms')),
  [to('subscriberAgreement')]: textPage('certificationAgreement', to('subscriberAgreement')),
  [to('certificatePolicy')]: textPage('certificatePolicy', to('certificatePolicy')),
  [to('disclosureStatement')]: textPage('disclosureStatement', to('disclosureStatement')),
  [to('complaints')]: complaintsPage,
  [to('status')]: statusPage,
}
