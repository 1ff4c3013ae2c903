import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

const id = 'server-part'

/** What the server wrote into the page that it sent. Wherever else this page comes from, it is sent again. */
export function ServerPart({ className }: { className?: string }) {
  const { i18n } = useTranslation()
  const { pathname, search } = useLocation()
  const [version] = useState(() => new URLSearchParams(search).get('version') ?? '')
  const of = `${pathname} ${i18n.language}`
  return <Part key={`${of} ${version}`} of={of} language={i18n.language} className={className} />
}

function Part({ of, language, className }: { of: string; language: string; className: string | undefined }) {
  const [isSent] = useState(() => typeof document === 'undefined' || document.getElementById(id)?.dataset.of === of)
  useEffect(() => {
    if (!isSent) sendAgain(language)
  }, [isSent, language])
  return (
    <div
      id={id}
      data-of={of}
      className={className}
      {...(isSent && { dangerouslySetInnerHTML: { __html: '{{PART}}' } })}
      suppressHydrationWarning
    />
  )
}

/** The address says the language where the cookie may not. */
function sendAgain(language: string) {
  const url = new URL(location.href)
  url.searchParams.set('lng', language)
  if (!location.hash) scrollTo(0, 0) // a browser restores the place where a page was left
  if (url.href === location.href) location.reload()
  else location.replace(url)
}
