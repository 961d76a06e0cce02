import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children' | 'aria-label'> & {
  Icon: LucideIcon
  /** The accessible name, also shown as a tooltip. */
  label: string
}

/** A button with only an icon. */
export const IconButton = ({ Icon, label, className = 'icon', title = label, ...rest }: IconButtonProps) => (
  <button type="button" className={className} aria-label={label} title={title} {...rest}>
    <Icon size={16} aria-hidden="true" />
  </button>
)
