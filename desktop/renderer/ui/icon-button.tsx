import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children' | 'aria-label'> & {
  Icon: LucideIcon
  /** Its name, shown as a tooltip too. */
  label: string
}

/** A button that shows an icon alone. */
export const IconButton = ({ Icon, label, className = 'icon', title = label, ...rest }: IconButtonProps) => (
  <button type="button" className={className} aria-label={label} title={title} {...rest}>
    <Icon size={16} aria-hidden="true" />
  </button>
)
