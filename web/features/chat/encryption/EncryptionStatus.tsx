import { Anchor, Flex, Popover, UnstyledButton } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { encryptionText as text } from '#texts/encryption.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import type { Encryption } from './use-conversation-encryption.ts'

/**
 * Text about the encryption of the conversation; null until the client has verified the encryption. The short text
 * omits who can read the messages.
 */
function describeEncryption(
  { conversation: { kind }, direct }: DescribedGroup,
  encryption: Encryption,
  isShort = false,
): ReactNode {
  if (encryption.kind === 'plain') return kind === 'club' ? text.clubNotEncrypted : text.notEncrypted
  if (encryption.kind !== 'sealed' || encryption.state.phase !== 'ready') return null
  return (
    <>
      {text.encrypted} {!isShort && `${direct ? text.onlyBothOfYou : text.onlyReaders} `}
      {encryption.group.facts.shape === 'club' && `${text.clubReaders} `}
      <Anchor component={Link} to="/help/encryption" fz="inherit" c="inherit" underline="always">
        {text.limits}
      </Anchor>
    </>
  )
}

interface Props {
  group: DescribedGroup
  encryption: Encryption
}

/** Line above a conversation on wide screens that states its encryption. */
export function EncryptionStatusLine({ group, encryption }: Props) {
  const description = describeEncryption(group, encryption, true)
  if (!description) return null
  const Icon = encryption.kind === 'plain' ? IconLockOpen : IconLock
  return (
    <Flex component="p" gap={8} py={6} px={16} fz={12} lh={1.4} className={styles.note}>
      <Icon size={14} style={{ flex: 'none', marginTop: 1 }} aria-hidden />
      <span>{description}</span>
    </Flex>
  )
}

/** Encryption of a conversation on phones: a lock icon or "not encrypted" beside the name, with a popover. */
export function EncryptionStatusIcon({ group, encryption }: Props) {
  const description = describeEncryption(group, encryption)
  if (!description) return null
  const isPlaintext = encryption.kind === 'plain'
  return (
    <Popover position="bottom-start" offset={22} width="calc(100vw - 32px)" trapFocus shadow="md" radius={16}>
      <Popover.Target>
        {isPlaintext ? (
          <UnstyledButton
            w="100%"
            fz={12}
            lh={1.3}
            style={{ whiteSpace: 'nowrap' }}
            className={styles.unlocked}
          >
            <IconLockOpen size={13} aria-hidden /> {text.notEncryptedShort}
          </UnstyledButton>
        ) : (
          <UnstyledButton className={styles.lock} aria-label={text.encryptedShort}>
            <IconLock size={15} stroke={2.2} aria-hidden />
          </UnstyledButton>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={isPlaintext ? text.notEncryptedShort : text.encryptedShort} fz="sm">
        {description}
      </Popover.Dropdown>
    </Popover>
  )
}
