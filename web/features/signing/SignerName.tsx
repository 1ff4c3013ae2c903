import { useSession } from '../../kit/session.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Who signs, as large as the mark, in pixels, leaves room for. */
export function SignerName({ height }: { height: number }) {
  const { userName, userNameAr } = useSession()
  return (
    <span className="sign-box-name" aria-hidden="true" style={{ fontSize: Math.max(9, Math.min(16, height * 0.19)) }}>
      <Icon name="pen" size={16} />
      <span>
        <bdi dir="rtl">{userNameAr}</bdi>
        <bdi dir="ltr">{userName}</bdi>
      </span>
    </span>
  )
}
