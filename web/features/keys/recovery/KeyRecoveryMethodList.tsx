import { Alert, Button, Flex, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconDevices, IconFingerprint, IconListNumbers } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { recoveryMethodsText as text } from '#texts/keys.ts'
import styles from '#web/features/keys/Keys.module.css'
import { useCanPasskeyUnlockKeys, useSignInPasskeyList } from '#web/features/keys/keys.api.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { type KeyTask, listRecoveryMethods } from './recovery-methods.ts'

function RecoveryMethodRow({
  icon: Icon,
  title,
  help,
  children,
}: {
  icon: ComponentType<{ size: number; stroke: number }>
  title: string
  help: string
  children: ReactNode
}) {
  return (
    <Columns
      component="li"
      template={{ base: 'auto 1fr', xs: 'auto 1fr auto' }}
      gap="8px 12px"
      align="center"
      py={12}
      className={styles.way}
    >
      <span className={styles.icon} aria-hidden>
        <Icon size={22} stroke={1.6} />
      </span>
      <div>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      </div>
      <div className={styles.wayActions}>{children}</div>
    </Columns>
  )
}

/** Lists the recovery methods of the user's encryption keys. `isOnly` means that only this device has the keys. */
export function KeyRecoveryMethodList({
  keys,
  isOnly,
  onTask,
}: {
  keys: MyKeys
  isOnly: boolean
  onTask: (task: KeyTask) => void
}) {
  const { data: canAdd } = useCanPasskeyUnlockKeys()
  const methods = listRecoveryMethods(keys)
  const { data: signInPasskeys } = useSignInPasskeyList()
  const isSignInPasskey = (id: string | null) =>
    signInPasskeys?.some(({ credentialId }) => credentialId === id)
  const phrase = methods.find(({ kind }) => kind === 'phrase')
  return (
    <section aria-label={text.title}>
      <Title order={3} size="h5" mb={4}>
        {text.title}
      </Title>
      <Text size="sm" mb="sm">
        {text.intro}
      </Text>
      {isOnly && (
        <Alert color="emas" icon={<IconAlertTriangle aria-hidden />} mb="sm">
          {text.none}
        </Alert>
      )}
      <ul className={styles.list}>
        <RecoveryMethodRow
          icon={IconFingerprint}
          title={text.passkey}
          help={canAdd === false ? text.passkeyUnfit : text.passkeyHelp}
        >
          {canAdd && (
            <Button variant="default" onClick={() => onTask({ kind: 'passkey' })}>
              {text.addPasskey}
            </Button>
          )}
        </RecoveryMethodRow>
        {methods
          .filter(({ kind }) => kind === 'passkey')
          .map(method => (
            <Flex
              key={method.id}
              component="li"
              gap={12}
              align="center"
              justify="space-between"
              pb={8}
              pl={52}
            >
              <Text size="sm">
                {isSignInPasskey(method.credentialId)
                  ? text.alsoSignsIn({ moment: formatDateTime(method.createdAt) })
                  : text.keyOnly({ moment: formatDateTime(method.createdAt) })}
              </Text>
              <Button
                variant="subtle"
                size="xs"
                color="red"
                onClick={() => onTask({ kind: 'remove', way: method })}
              >
                {text.remove}
              </Button>
            </Flex>
          ))}
        <RecoveryMethodRow icon={IconDevices} title={text.link} help={text.linkHelp}>
          <Button variant="default" onClick={() => onTask({ kind: 'link' })}>
            {text.linkOther}
          </Button>
        </RecoveryMethodRow>
        <RecoveryMethodRow icon={IconListNumbers} title={text.phrase} help={text.phraseHelp}>
          <Button variant="default" onClick={() => onTask({ kind: 'phrase' })}>
            {phrase ? text.newPhrase : text.makePhrase}
          </Button>
        </RecoveryMethodRow>
        {phrase && (
          <Flex component="li" gap={12} align="center" justify="space-between" pb={8} pl={52}>
            <Text size="sm">{text.phraseMade({ moment: formatDateTime(phrase.createdAt) })}</Text>
            <Button
              variant="subtle"
              size="xs"
              color="red"
              onClick={() => onTask({ kind: 'remove', way: phrase })}
            >
              {text.remove}
            </Button>
          </Flex>
        )}
      </ul>
    </section>
  )
}
