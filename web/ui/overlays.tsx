import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog as DialogBehaviour, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Menu as MenuBehaviour, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Popover } from 'react-aria-components/Popover'
import { useTranslation } from 'react-i18next'
import { IconButton } from './Button.tsx'
import { FailurePlace } from './FailurePlace.tsx'
import { Icon, type IconName } from './Icon.tsx'

export { DialogTrigger }

type Shown = { isOpen?: boolean; onOpenChange?: (open: boolean) => void; children: ReactNode | ((close: () => void) => ReactNode) }

/** A question that must be answered first. `footer` holds the buttons, the harmless one first. */
export function Dialog({
  title,
  role,
  footer,
  children,
  ...shown
}: Shown & { title: string; role?: 'alertdialog'; footer?: (close: () => void) => ReactNode }) {
  useReturnToOpener(shown.isOpen === true)
  return (
    <ModalOverlay className="veil" isDismissable={role !== 'alertdialog'} {...shown}>
      <Modal className="dialog">
        <DialogBehaviour role={role}>
          {({ close }) => (
            <>
              <Heading slot="title">{title}</Heading>
              <div className="dialog-body">
                <FailurePlace />
                {typeof children === 'function' ? children(close) : children}
              </div>
              {footer && <div className="dialog-footer">{footer(close)}</div>}
            </>
          )}
        </DialogBehaviour>
      </Modal>
    </ModalOverlay>
  )
}

/** A dialog that is there only while it is open takes with it who had the focus; it goes back to what opened it. */
function useReturnToOpener(isOpen: boolean) {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    if (!isOpen) return
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    }
  }, [isOpen, opener])
}

/** Over the whole window: what is read for a while. */
export function FullDialog({ label, children, onClose }: { label: string; children: ReactNode; onClose: () => void }) {
  useReturnToOpener(true)
  return (
    <ModalOverlay className="veil" isOpen onOpenChange={onClose}>
      <Modal className="dialog-full">
        <DialogBehaviour aria-label={label}>{children}</DialogBehaviour>
      </Modal>
    </ModalOverlay>
  )
}

/** Slides in from the start of the line: the navigation on phones. */
export function Drawer({ label, children, ...shown }: Shown & { label: string }) {
  return (
    <ModalOverlay className="veil" isDismissable {...shown}>
      <Modal className="drawer">
        <DialogBehaviour aria-label={label}>{({ close }) => (typeof children === 'function' ? children(close) : children)}</DialogBehaviour>
      </Modal>
    </ModalOverlay>
  )
}

/** Details beside the list that they belong to; on phones, over it. Its title has the focus while it opens, and what opened it afterwards. */
export function DetailPanel({ title, onClose, children }: { title: ReactNode; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('ui')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLAnchorElement || opener instanceof HTMLButtonElement) requestAnimationFrame(() => opener.focus())
    }
  }, [])
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // wherever the focus is; a dialog or a menu above the panel keeps the key for itself
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && close()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <aside className="panel-end" aria-label={t('details')}>
      <header>
        <h2 tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <IconButton icon="close" label={t('close')} onPress={onClose} />
      </header>
      <div className="panel-body">
        <FailurePlace />
        {children}
      </div>
    </aside>
  )
}

export type MenuEntry = { id: string; label: ReactNode; text: string; icon?: IconName; isDisabled?: boolean; onAction: () => void }

/** `trigger` is a button of ours. */
export function Menu({ trigger, label, entries }: { trigger: ReactNode; label: string; entries: MenuEntry[] }) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="popover" placement="bottom end" offset={4}>
        <MenuBehaviour className="listbox" aria-label={label} items={entries}>
          {(entry) => (
            <MenuItem id={entry.id} className="option" textValue={entry.text} isDisabled={entry.isDisabled} onAction={entry.onAction}>
              {entry.icon && <Icon name={entry.icon} size={18} />}
              {entry.label}
            </MenuItem>
          )}
        </MenuBehaviour>
      </Popover>
    </MenuTrigger>
  )
}
