import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './overlays.tsx'

type Props = {
  title: string
  no: string
  yes: string
  kind?: 'danger' | 'primary'
  isPending?: boolean
  onYes: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is done that cannot be undone, or not easily. */
export function Question({ title, no, yes, kind = 'danger', isPending, onYes, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen
      onOpenChange={(open) => open || onClose()}
      footer={(close) => (
        <>
          <Button onPress={close}>{no}</Button>
          <Button kind={kind} isPending={isPending} onPress={onYes}>
            {yes}
          </Button>
        </>
      )}
    >
      {children}
    </Dialog>
  )
}
