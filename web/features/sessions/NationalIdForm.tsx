import type { Output } from '#contract/kit.ts'
import { nationalId } from '#contract/typedDigits.ts'
import { nationalIdLength } from '#contract/limits.ts'
import { initiateNafathLogin } from '#contract/sessions.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Refusal } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { Button } from '../../ui/Button.tsx'
import { DigitsField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Challenge } from './Challenge.tsx'
import type { useChallenge } from './useChallenge.ts'

/** The calls that begin with a national ID take the same field. */
const Who = z.object(initiateNafathLogin.body)

type Props = {
  initiate: (nationalID: string) => Promise<Output<typeof initiateNafathLogin>>
  challenge: ReturnType<typeof useChallenge>
  button: string
  autoComplete?: 'username' | 'off'
  /** The ID of a challenge that goes on from before. */
  initial?: string
  /** What a refusal means here, where the server's own sentence would not say it. */
  refusalText?: (refusal: Refusal) => string
  onCancel?: () => void
  /** What to do besides, where there is no account. */
  noAccount?: ReactNode
  /** What to do instead, where the identity app is busy or does not answer. */
  otherWay?: ReactNode
  /** Stands below the button. */
  children?: ReactNode
}

/** Asks for the national ID, starts the challenge with it, and shows what becomes of that. */
export function NationalIdForm(props: Props) {
  const { initiate, challenge, refusalText = (refusal) => refusal.message } = props
  const { t } = useTranslation('sessions')
  const form = useForm(Who, { nationalID: props.initial ?? '' })
  const [refused, setRefused] = useState('')
  const start = async (nationalID: string) => {
    setRefused('')
    const why = await challenge.start(() => initiate(nationalID))
    setRefused(why ? (why.refusal ? refusalText(why.refusal) : why.text) : '')
  }
  if (challenge.state.step !== 'idle') {
    return (
      <Challenge
        state={challenge.state}
        isStarting={challenge.isStarting}
        onAgain={() => void start(z.decode(nationalId, form.values.nationalID))}
        onCancel={props.onCancel ?? challenge.cancel}
        onLeave={challenge.leave}
        noAccount={props.noAccount}
        otherWay={props.otherWay}
      />
    )
  }
  return (
    <form noValidate onSubmit={form.onSubmit(({ nationalID }) => start(nationalID))}>
      {refused && (
        <Notice tone="error">
          <p>{refused}</p>
          {props.otherWay}
        </Notice>
      )}
      <DigitsField
        {...form.field('nationalID')}
        label={t('nationalId')}
        hint={t('nationalIdHint')}
        maxLength={nationalIdLength}
        autoComplete={props.autoComplete}
        isRequired
      />
      <Button kind="primary" type="submit" isPending={challenge.isStarting}>
        {props.button}
      </Button>
      {props.children}
    </form>
  )
}
