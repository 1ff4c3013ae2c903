import type { Attachment } from '#contract/attachments.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './attachments.css'
import { sizeText } from './FileDrop.tsx'
import { IconButton } from './Button.tsx'
import { FileName } from './values.tsx'
import { shortHash } from './shortIds.ts'

type Props<One> = { all: readonly One[]; onTake: (one: One) => Promise<void>; more?: (one: One) => ReactNode }

/** Files inside a file: what they are, and a way to each. `more` says further what is known of one. */
export function Attachments<One extends Attachment>({ all, onTake, more }: Props<One>) {
  const { t } = useTranslation('ui')
  const [failed, setFailed] = useState<One>()
  const take = (one: One) => {
    setFailed(undefined)
    onTake(one).catch(() => setFailed(one))
  }
  return (
    <ul className="attachments">
      {all.map((one, i) => (
        <li key={i}>
          <div>
            <FileName>{one.name || t('attachment.noName')}</FileName>
            <span className="small quiet num">
              <bdi dir="ltr">{describe(one)}</bdi>
            </span>
            {more && <span className="small">{more(one)}</span>}
            {failed === one && (
              <span className="small attachment-failed" role="alert">
                {t('attachment.failed')}
              </span>
            )}
          </div>
          {one.at && one.sha256 && (
            <IconButton
              icon="download"
              label={t('attachment.take', { name: one.name || t('attachment.noName') })}
              onPress={() => take(one)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const describe = ({ type, size, sha256 }: Attachment) =>
  [type, size !== null && sizeText(size), sha256 && `SHA-256 ${shortHash(sha256)}`].filter(Boolean).join(' · ')
