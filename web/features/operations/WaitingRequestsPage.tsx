import { listWaitingRequests } from '#contract/waitingRequests.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import './operations.css'
import { screenOfWaiting } from './queue.ts'
import { KeysHelp, useQueueKeys } from './queueKeys.tsx'

/** What waits for the staff, the first that is due first. */
export default function WaitingRequestsPage() {
  const { t } = useTranslation('operations')
  const list = useList(listWaitingRequests)
  const box = useRef<HTMLDivElement>(null)
  /** Pressed before the rows are here: the first or the last of them is meant. */
  const wanted = useRef<1 | -1>(undefined)
  const step = (by: 1 | -1) => () => {
    const links = [...(box.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])]
    wanted.current = links.length === 0 ? by : undefined
    const at = links.findIndex((link) => link === document.activeElement)
    links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by]?.focus()
  }
  useQueueKeys({ next: step(1), previous: step(-1) }, { arrows: true })
  const isHere = list.rows.length > 0
  const goOn = useEffectEvent(() => {
    if (isHere && wanted.current) step(wanted.current)()
  })
  useEffect(() => goOn(), [isHere])
  return (
    <Page text={t('waiting.lead')}>
      <div ref={box}>
        <ListTable
          list={list}
          keyOf={({ requestID }) => requestID}
          opens={screenOfWaiting}
          nameOf={({ requestID }) => requestID}
          empty={{ title: t('waiting.none'), text: t('waiting.noneText') }}
        >
          <ListFilters list={list} />
          <KeysHelp place="list" />
        </ListTable>
      </div>
    </Page>
  )
}
