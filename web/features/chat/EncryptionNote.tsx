import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from './Chat.module.css'
import { encryptionText as text } from './encryption.text.ts'
import type { Encryption } from './use-encryption.ts'

/** Says what was verified, and nothing before it was. */
export function EncryptionNote({ encryption }: { encryption: Encryption }) {
  if (encryption.kind === 'plain') {
    return (
      <p className={styles.note}>
        <IconLockOpen size={14} aria-hidden /> {text.notEncrypted}
      </p>
    )
  }
  if (encryption.kind !== 'sealed' || !encryption.state.roster) return null
  if (encryption.state.phase === 'broken') {
    return (
      <p className={styles.note} data-tone="danger" role="alert">
        <IconAlertTriangle size={14} aria-hidden /> {text.broken}. {text.brokenHint}
      </p>
    )
  }
  return (
    <p className={styles.note} data-tone="sealed">
      <IconLock size={14} aria-hidden /> {text.encrypted}{' '}
      <Anchor component={Link} to="/help/encryption" fz="inherit" c="inherit" underline="always">
        {text.limits}
      </Anchor>
    </p>
  )
}
