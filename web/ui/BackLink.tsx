import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import styles from './BackLink.module.css'

function Back({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} className={`lone ${styles.back}`}>
      <IconArrowLeft size={18} aria-hidden />
      {children}
    </a>
  )
}

/** From one of many to all of them: above what it is about, and the same everywhere. */
export const BackLink = createLink(Back)
