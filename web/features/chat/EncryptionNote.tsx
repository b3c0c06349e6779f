import { Anchor } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
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
  if (encryption.kind !== 'sealed' || encryption.state.phase !== 'ready') return null
  const isClub = encryption.group.facts.shape === 'club'
  return (
    <p className={styles.note} data-tone="sealed">
      <IconLock size={14} aria-hidden /> {text.encrypted} {isClub && `${text.clubReaders} `}
      <Anchor component={Link} to="/help/encryption" fz="inherit" c="inherit" underline="always">
        {text.limits}
      </Anchor>
    </p>
  )
}
