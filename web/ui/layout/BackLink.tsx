import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import styles from './BackLink.module.css'

function BackAnchor({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} className={`lone ${styles.back}`}>
      <IconArrowLeft size={18} aria-hidden />
      {children}
    </a>
  )
}

/** Link from the page of a record, such as a club, back to the list of records. */
export const BackLink = createLink(BackAnchor)
