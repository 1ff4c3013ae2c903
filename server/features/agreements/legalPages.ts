/** The published texts as parts of public pages, each with the facts of this deployment that it speaks of. */
import { downloadAgreementSource, downloadAgreementText } from '#contract/agreements.ts'
import type { App } from '#server/app.ts'
import { companyFacts, companyNotice, trustFacts } from '#server/features/site/company.ts'
import { escaped, type Asked, type Parts } from '#server/platform/http/publicPages.ts'
import type { Language } from '#server/platform/problems.ts'
import { dayStarts, riyadhDay, riyadhFormat } from '#server/platform/riyadh.ts'
import { to } from '#contract/publicScreens.ts'
import type { TextKind } from '#contract/agreements.ts'
import { currentText, type PublishedText, textsOf, versionsOf } from './agreementTexts.ts'

const words = {
  ar: {
    version: (version: number) => `الإصدار ${version}`,
    from: 'يسري من',
    newest: 'هذا هو الإصدار الساري.',
    older: 'هذا إصدار سابق.',
    toNewest: 'اقرأ الإصدار الساري',
    pdf: 'نسخة PDF',
    source: 'النص كما نُشر',
    hash: 'بصمة النص SHA-256',
    versions: 'كل الإصدارات',
    contents: 'محتويات النص',
    facts: 'بيانات التشغيل',
    company: 'مقدّم الخدمة',
    texts: 'النصوص المنشورة',
  },
  en: {
    version: (version: number) => `Version ${version}`,
    from: 'in force from',
    newest: 'This is the version in force.',
    older: 'This is an earlier version.',
    toNewest: 'Read the version in force',
    pdf: 'PDF copy',
    source: 'Text as published',
    hash: 'SHA-256 of the text',
    versions: 'All versions',
    contents: 'Contents',
    facts: 'This deployment',
    company: 'The provider',
    texts: 'Published texts',
  },
}

const dayIn = (language: Language, day: string) => {
  const at = dayStarts(day)
  const write = (calendar?: 'islamic-umalqura') =>
    riyadhFormat(language, { day: 'numeric', month: 'long', year: 'numeric' }, calendar).format(at)
  return `${write()}${language === 'ar' ? '، الموافق' : ','} ${write('islamic-umalqura')}`
}

/** The page of a text; an earlier version by `?version=`. */
export const textPage =
  (kind: TextKind, path: string) =>
  async (app: App, { language, query }: Asked): Promise<Parts | null> => {
    const versions = versionsOf(await textsOf(app.db), kind, language, riyadhDay(app.clock.now()))
    const text = query.version === undefined ? versions[0] : versions.find(({ version }) => String(version) === query.version)
    return text ? { PART: textHtml(app, text, versions, path) } : null
  }

function textHtml(app: App, text: PublishedText, versions: readonly PublishedText[], path: string): string {
  const { language, introduction, sections } = text
  const say = words[language]
  const isPolicy = text.kind === 'certificatePolicy' || text.kind === 'disclosureStatement'
  return [
    companyNotice(app, language),
    `<div class="legal-head card">${headHtml(text, versions[0] === text, path)}${versions.length > 1 ? versionsHtml(versions, path) : ''}</div>`,
    `<div class="legal-body"><nav class="legal-contents" aria-label="${say.contents}"><ol class="plain">`,
    ...sections.map(({ heading }, at) => `<li><a href="#s${at + 1}">${escaped(heading)}</a></li>`),
    '</ol></nav><div class="legal-text">',
    `<p>${inWholeNames(introduction)}</p>`,
    ...sections.map(
      ({ heading, paragraphs }, at) => `<section id="s${at + 1}"><h2>${escaped(heading)}</h2>${paragraphsHtml(paragraphs)}</section>`,
    ),
    '</div></div>',
    `<section class="card legal-facts"><h2>${isPolicy ? say.facts : say.company}</h2>`,
    companyFacts(app, language),
    isPolicy ? trustFacts(app, language) : '',
    '</section>',
  ].join('')
}

function headHtml({ language, version, effectiveOn, fileId, sha256 }: PublishedText, isNewest: boolean, path: string): string {
  const say = words[language]
  const link = (call: { path: string }, label: string) =>
    `<a class="link" href="${call.path.replace(':uniqueFileID', fileId)}">${label}</a>`
  return [
    `<p><strong>${say.version(version)}</strong> · ${say.from} <time datetime="${effectiveOn}">${dayIn(language, effectiveOn)}</time>. `,
    isNewest ? say.newest : `${say.older} <a href="${path}">${say.toNewest}</a>`,
    '</p>',
    `<p class="legal-links">${link(downloadAgreementText, say.pdf)}${link(downloadAgreementSource, say.source)}</p>`,
    `<p class="small quiet">${say.hash}<code class="legal-hash" dir="ltr">${sha256.toString('hex')}</code></p>`,
  ].join('')
}

const versionsHtml = (versions: readonly PublishedText[], path: string) => {
  const say = words[versions[0]!.language]
  const rows = versions.map(
    ({ language, version, effectiveOn }) =>
      `<li><a class="link" href="${path}?version=${version}">${say.version(version)}</a> · ${say.from} ${dayIn(language, effectiveOn)}</li>`,
  )
  return `<details><summary>${say.versions}</summary><ul class="plain">${rows.join('')}</ul></details>`
}

/** A standard's or an algorithm's name does not break at its hyphen; it stays the character that it is, for whoever copies it. */
const inWholeNames = (text: string) => escaped(text).replace(/[A-Z0-9]+(?:-[A-Z0-9]+)+/g, '<span class="legal-name">$&</span>')

/** Bullets that follow one another are one list. */
function paragraphsHtml(paragraphs: PublishedText['sections'][number]['paragraphs']): string {
  let isInList = false
  const html = paragraphs.map(({ text, isBullet, isTitle }) => {
    const opens = isBullet && !isInList ? '<ul>' : !isBullet && isInList ? '</ul>' : ''
    isInList = isBullet
    const tag = isBullet ? 'li' : isTitle ? 'h3' : 'p'
    return `${opens}<${tag}>${inWholeNames(text)}</${tag}>`
  })
  return html.join('') + (isInList ? '</ul>' : '')
}

/** In the order of the page that lists them. */
const listed = [
  ['terms', 'termsOfUse'],
  ['privacy', 'privacyNotice'],
  ['subscriberAgreement', 'certificationAgreement'],
  ['certificatePolicy', 'certificatePolicy'],
  ['disclosureStatement', 'disclosureStatement'],
] as const

/** Who runs this, under which licence, and every text with its version. */
export async function trustPage(app: App, { language }: Asked): Promise<Parts> {
  const say = words[language]
  const today = riyadhDay(app.clock.now())
  const texts = await textsOf(app.db)
  const rows = listed.map(([screen, kind]) => {
    const { title, version, effectiveOn, sha256 } = currentText(texts, kind, language, today)
    return `<li><a class="link" href="${to(screen)}">${escaped(title)}</a><span class="quiet">${say.version(version)} · ${say.from} ${dayIn(language, effectiveOn)}</span><code class="legal-hash small" dir="ltr">${sha256.toString('hex')}</code></li>`
  })
  return {
    PART: [
      companyNotice(app, language),
      `<section class="card legal-facts"><h2>${say.company}</h2>${companyFacts(app, language)}</section>`,
      `<section class="card"><h2>${say.texts}</h2><ul class="plain legal-list">${rows.join('')}</ul></section>`,
      `<section class="card legal-facts"><h2>${say.facts}</h2>${trustFacts(app, language)}</section>`,
    ].join(''),
  }
}
