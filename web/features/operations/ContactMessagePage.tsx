import {
  answerContactMessage,
  closeContactMessage,
  contactStateWords,
  contactSubjectWords,
  listContactMessages,
  readContactMessage,
} from '#contract/contactMessages.ts'
import type { Output } from '#contract/kit.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { useMayDecide } from './mayDecide.ts'
import './operations.css'
import { useGoOn } from './queue.ts'
import { QueueSteps } from './QueueSteps.tsx'

type Message = Output<typeof readContactMessage>

/** One message of the contact page, with its answer. */
export default function ContactMessagePage() {
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(readContactMessage, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page title={data.contactReference} actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <Written message={data} />
        {data.state === 'received' ? <Handling key={requestID} message={data} /> : <Handled message={data} />}
      </div>
    </Page>
  )
}

function Written({ message }: { message: Message }) {
  const { t } = useTranslation('operations')
  const words = useWords()
  const facts: [string, ReactNode][] = [
    [t('messages.from'), <Name key="name">{message.name}</Name>],
    [t('messages.email'), <Ltr key="email">{message.email}</Ltr>],
    ...(message.mobileNo ? [[t('messages.mobile'), <Ltr key="mobile">{message.mobileNo}</Ltr>] as [string, ReactNode]] : []),
    ...(message.organizationName
      ? [[t('messages.organisation'), <Name key="organisation">{message.organizationName}</Name>] as [string, ReactNode]]
      : []),
    [t('messages.received'), <DateText key="at" at={message.receivedDate} time />],
  ]
  return (
    <Card title={words(contactSubjectWords[message.contactSubject])} actions={<Status of={message.state} names={contactStateWords} />}>
      <Facts facts={facts} />
      <p className="written" lang={message.language} dir="auto">
        {message.message}
      </p>
    </Card>
  )
}

const stale = [listContactMessages]

function Handling({ message: { requestID, language } }: { message: Message }) {
  const { t } = useTranslation('operations')
  const [isClosing, setClosing] = useState(false)
  const [text, setText] = useState('')
  const [isTold, setTold] = useState(false)
  const answer = useSend(answerContactMessage, stale)
  const close = useSend(closeContactMessage, stale)
  const goOn = useGoOn(requestID, readContactMessage.path)
  const send = () => {
    setTold(true)
    if (text.trim() !== '') void answer.mutateAsync({ requestID, answer: text }).then(() => goOn(t('messages.answered')), tell)
  }
  if (!useMayDecide()) return <Notice tone="info">{t('messages.readOnly')}</Notice>
  return (
    <Card title={t('messages.answer')}>
      <div className="decide">
        <TextField
          label={t('messages.answerText')}
          hint={t(language === 'ar' ? 'messages.inArabic' : 'messages.inEnglish')}
          rows={8}
          maxLength={4000}
          value={text}
          error={isTold && text.trim() === '' ? t('messages.answerNeeded') : undefined}
          onChange={setText}
        />
        <div className="decide-actions">
          <Button kind="primary" isPending={answer.isPending} onPress={send}>
            {t('messages.send')}
          </Button>
          <Button onPress={() => setClosing(true)}>{t('messages.close')}</Button>
        </div>
      </div>
      {isClosing && (
        <RemarksQuestion
          title={t('messages.closeTitle')}
          no={t('messages.keep')}
          yes={t('messages.close')}
          kind="danger"
          remarks={{ label: t('messages.remarks'), needed: t('messages.remarksNeeded'), most: 1000 }}
          onYes={(remarks) => void close.mutateAsync({ requestID, remarks }).then(() => goOn(t('messages.closed')), tell)}
          onClose={() => setClosing(false)}
        >
          {() => <p>{t('messages.closeText')}</p>}
        </RemarksQuestion>
      )}
    </Card>
  )
}

function Handled({ message }: { message: Message }) {
  const { t } = useTranslation('operations')
  const named = useNamed()
  return (
    <Card title={t(message.state === 'answered' ? 'messages.answer' : 'messages.whyClosed')}>
      <p className="written" dir="auto">
        {message.answer || message.remarks}
      </p>
      <p className="small quiet">
        <Name>{named(message, 'processedBy')}</Name> · <DateText at={message.endedDate} time />
      </p>
    </Card>
  )
}
