import type { Output } from '#contract/kit.ts'
import { erasureEdges, listErasureRequests, requestErasure, withdrawErasure } from '#contract/profile.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts, StatusChip } from '../../ui/display.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText } from '../../ui/values.tsx'
import { KeptByLaw } from '../decisions/KeptByLaw.tsx'
import { Obstacles } from '../decisions/Obstacles.tsx'

type Request = Output<typeof listErasureRequests>['dataList'][number]
const tones = {
  requested: 'info',
  withdrawn: 'neutral',
  decided: 'neutral',
  granted: 'success',
  erased: 'neutral',
  refused: 'error',
} as const
const outcomeOf = ({ state, isGranted }: Request) => (isGranted === null ? state : isGranted ? 'granted' : 'refused')
const lost = ['account', 'data', 'certificates', 'balance'] as const

/** A request for erasure, with what the law obliges the provider to keep said before it is made. */
export function Erasure() {
  const { t } = useTranslation('profile')
  const { data } = useCall(listErasureRequests, {})
  const [isAsking, setAsking] = useState(false)
  const latest = data?.dataList[0]
  const place = useFocusWhenChanged(data && (latest?.state ?? 'none'))
  return (
    <Card
      title={t('erasure.title')}
      actions={latest && <StatusChip tone={tones[outcomeOf(latest)]}>{t(`erasure.states.${outcomeOf(latest)}`)}</StatusChip>}
    >
      <p className="account-note">{t('erasure.text')}</p>
      <ul className="account-list">
        {lost.map((one) => (
          <li key={one}>{t(`erasure.lost.${one}`)}</li>
        ))}
      </ul>
      <p className="account-note">{t('erasure.keptText')}</p>
      {data && (
        <div className="erasure-means">
          <KeptByLaw kept={data.keptList} />
          <Obstacles of={data.obstacles} />
        </div>
      )}
      <div ref={place} tabIndex={-1} className="erasure-state">
        {latest && <Latest request={latest} />}
      </div>
      {data && latest?.state !== 'requested' && <Button onPress={() => setAsking(true)}>{t('erasure.ask')}</Button>}
      {isAsking && <Ask onClose={() => setAsking(false)} />}
    </Card>
  )
}

/** What was pressed is gone once the request has moved on, so the keyboard goes on where the outcome stands. */
function useFocusWhenChanged(state: string | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== undefined && before.current !== state) place.current?.focus({ preventScroll: true })
    before.current = state
  }, [state])
  return place
}

function Latest({ request }: { request: Request }) {
  const { t } = useTranslation('profile')
  const withdraw = useSend(withdrawErasure, [listErasureRequests])
  const takeBack = () => withdraw.mutateAsync({ requestID: request.requestID }).then(() => toast('success', t('erasure.withdrawn')), tell)
  return (
    <>
      <Facts
        facts={[
          [t('erasure.requested'), <DateText key="at" at={request.requestedDate} time />],
          ...(request.state === 'requested'
            ? [[t('erasure.answerBy'), <DateText key="due" at={request.answerDueDate} />] as [string, React.ReactNode]]
            : [[t('erasure.ended'), <DateText key="ended" at={request.endedDate} time />] as [string, React.ReactNode]]),
          ...(request.answer ? [[t('erasure.answer'), <bdi key="answer">{request.answer}</bdi>] as [string, React.ReactNode]] : []),
        ]}
      />
      {erasureEdges[request.state].includes('withdrawn') && (
        <div className="account-note">
          <Button isPending={withdraw.isPending} onPress={() => void takeBack()}>
            {t('erasure.withdraw')}
          </Button>
        </div>
      )}
    </>
  )
}

function Ask({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['profile', 'ui'])
  const [reason, setReason] = useState('')
  const ask = useSend(requestErasure, [listErasureRequests])
  const confirm = async () => {
    onClose() // the confirmation of identity opens a dialog of its own
    try {
      await ask.mutateAsync({ reason, evidence: [] })
      toast('success', t('profile:erasure.received'))
    } catch (error) {
      tell(error)
    }
  }
  return (
    <Question
      title={t('profile:erasure.askTitle')}
      no={t('ui:cancel')}
      yes={t('profile:erasure.confirm')}
      onYes={() => void confirm()}
      onClose={onClose}
    >
      <p>{t('profile:erasure.askText')}</p>
      <TextField label={t('profile:erasure.reason')} optional rows={3} maxLength={1000} value={reason} onChange={setReason} />
    </Question>
  )
}
