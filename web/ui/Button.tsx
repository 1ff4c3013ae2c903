import type { ReactNode } from 'react'
import { Button as Behaviour, type ButtonProps } from 'react-aria-components/Button'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Progress.tsx'

type Props = Omit<ButtonProps, 'className' | 'children' | 'style'> & {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: IconName
  children: ReactNode
}

/** While `isPending` it keeps its width and its focus, and says that it is busy. */
export function Button({ kind = 'secondary', icon, children, ...behaviour }: Props) {
  return (
    <Behaviour {...behaviour} className={`btn btn-${kind}`}>
      {({ isPending }) => (
        <>
          {isPending ? <Spinner /> : icon && <Icon name={icon} />}
          {children}
        </>
      )}
    </Behaviour>
  )
}

/** A button that shows only a picture: its name is for those who do not see it. */
export function IconButton({ icon, label, ...behaviour }: Omit<Props, 'children' | 'kind' | 'icon'> & { icon: IconName; label: string }) {
  return (
    <Behaviour {...behaviour} className="btn btn-quiet btn-icon" aria-label={label}>
      <Icon name={icon} />
    </Behaviour>
  )
}
