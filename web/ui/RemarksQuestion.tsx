import { type ReactNode, useState } from 'react'
import { TextField } from './fields.tsx'
import { Question } from './Question.tsx'

type Props = {
  title: string
  no: string
  yes: string
  kind?: 'danger' | 'primary'
  /** Of the field for the reason: its name, who reads it, and what is said while it is empty. */
  remarks: { label: string; hint?: string; needed: string; most: number }
  /** Whether all else that `children` ask for is given. */
  isComplete?: boolean
  /** @param isTold whether what is missing is said by now */
  children: (isTold: boolean) => ReactNode
  onYes: (remarks: string) => void
  onClose: () => void
}

/** Asks before something is done whose reason somebody reads; without one it is not done. */
export function RemarksQuestion({ remarks, isComplete = true, children, onYes, ...question }: Props) {
  const [text, setText] = useState('')
  const [isTold, setTold] = useState(false)
  const isEmpty = text.trim() === ''
  const confirm = () => {
    setTold(true)
    if (isEmpty || !isComplete) return
    question.onClose() // the confirmation of identity opens a dialog of its own
    onYes(text)
  }
  return (
    <Question {...question} onYes={confirm}>
      {children(isTold)}
      <TextField
        label={remarks.label}
        hint={remarks.hint}
        rows={3}
        maxLength={remarks.most}
        value={text}
        error={isTold && isEmpty ? remarks.needed : undefined}
        onChange={setText}
      />
    </Question>
  )
}
