import { Icon, type IconName } from './Icon.tsx'
import './statusPicture.css'

/** Above the words on how something stands or ended. */
export const StatusPicture = ({ icon, tone }: { icon: IconName; tone: 'success' | 'error' | 'warning' | 'info' }) => (
  <span className={`status-picture tone-${tone}`}>
    <Icon name={icon} size={28} />
  </span>
)
