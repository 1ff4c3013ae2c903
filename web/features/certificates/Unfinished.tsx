import { dscStateWords } from '#contract/certificateStates.ts'
import { listMyCertificates } from '#contract/certificates.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sendList } from '../../kit/client.ts'
import { Status } from '../../kit/columns.tsx'
import { DateText, Money, TwoLines } from '../../ui/values.tsx'
import { applicationPage, useCertificateNames } from './certificateNames.ts'

const most = 100

/** Applications; whether some can go on is known before what stands below them is shown. */
export const useApplications = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: [listMyCertificates.path, 'unfinished'],
    queryFn: ({ signal }) => sendList(listMyCertificates, { stage: 'application' }, 0, most, { signal }),
  })

/** Applications that can go on: each leads to the step at which it was left. */
export function Unfinished({ of: { data } }: { of: ReturnType<typeof useApplications> }) {
  const { t } = useTranslation('certificates')
  const names = useCertificateNames()
  const open = data?.dataList.filter(({ state }) => state !== 'cancelled' && state !== 'rejected') ?? []
  if (open.length === 0) return null
  return (
    <section className="unfinished" aria-labelledby="unfinished">
      <h2 id="unfinished">{t('unfinished.title')}</h2>
      <ul>
        {open.map((row) => (
          <li key={row.encodedCertificateSlno}>
            <TwoLines
              below={
                <>
                  {t('class.years', { count: row.years })} · <Money halalas={row.totalPrice} />
                </>
              }
            >
              <strong>{names.classOf(row)}</strong>
            </TwoLines>
            <DateText at={row.appliedAt} hijri={false} />
            <Status of={row.state} names={dscStateWords} />
            <Link
              className="btn btn-secondary"
              to={applicationPage(row.encodedCertificateSlno)}
              aria-label={t('unfinished.goOnWith', { name: names.classOf(row) })}
            >
              {t('unfinished.goOn')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
