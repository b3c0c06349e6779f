import { Anchor, Popover, UnstyledButton } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './Chat.module.css'
import { encryptionText as text } from './encryption.text.ts'
import type { Encryption } from './use-encryption.ts'

/** What was verified, and nothing before it was. */
function wordsOf(encryption: Encryption): ReactNode {
  if (encryption.kind === 'plain') return text.notEncrypted
  if (encryption.kind !== 'sealed' || encryption.state.phase !== 'ready') return null
  return (
    <>
      {text.encrypted} {encryption.group.facts.shape === 'club' && `${text.clubReaders} `}
      <Anchor component={Link} to="/help/encryption" fz="inherit" c="inherit" underline="always">
        {text.limits}
      </Anchor>
    </>
  )
}

/** Above the conversation, where there is room for it. */
export function EncryptionNote({ encryption }: { encryption: Encryption }) {
  const words = wordsOf(encryption)
  if (!words) return null
  const Icon = encryption.kind === 'plain' ? IconLockOpen : IconLock
  return (
    <p className={styles.note}>
      <Icon size={14} aria-hidden /> {words}
    </p>
  )
}

/** The same on a phone: a lock beside the name, or in words that there is none, and the rest for whoever asks. */
export function EncryptionLock({ encryption }: { encryption: Encryption }) {
  const words = wordsOf(encryption)
  if (!words) return null
  const isPlain = encryption.kind === 'plain'
  return (
    <Popover position="bottom-start" offset={22} width="calc(100vw - 32px)" trapFocus shadow="md" radius={16}>
      <Popover.Target>
        {isPlain ? (
          <UnstyledButton className={styles.unlocked}>
            <IconLockOpen size={13} aria-hidden /> {text.notEncryptedShort}
          </UnstyledButton>
        ) : (
          <UnstyledButton className={styles.lock} aria-label={text.encryptedShort}>
            <IconLock size={15} stroke={2.2} aria-hidden />
          </UnstyledButton>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={isPlain ? text.notEncryptedShort : text.encryptedShort} fz="sm">
        {words}
      </Popover.Dropdown>
    </Popover>
  )
}
