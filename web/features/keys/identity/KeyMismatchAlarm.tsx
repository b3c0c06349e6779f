import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertOctagon, IconKey } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fillText } from '#shared/language/texts.ts'
import { alarmText as text } from '#texts/keys.ts'
import styles from '#web/features/keys/Keys.module.css'
import { formatDateTime } from '#web/lib/format/format.ts'
import {
  type KeyAlarm as Alarm,
  storeUserResponseToKeyMismatchAlarm,
} from '#web/lib/state/key-mismatch-alarm.ts'

/** Style of buttons that are large enough for touch and share the width of a phone's screen. */
const buttonSize = { h: 44, flex: { base: '1 1 120px', xs: 'none' } }

function KeyMismatchAlarmBox({
  title,
  about,
  isRed,
  steps = [],
  children,
}: {
  title: string
  about: string
  isRed: boolean
  steps?: string[] | undefined
  children: ReactNode
}) {
  const Icon = isRed ? IconAlertOctagon : IconKey
  return (
    <Alert
      color={isRed ? 'red' : 'emas'}
      variant={isRed ? 'filled' : 'light'}
      role="alert"
      title={title}
      icon={<Icon aria-hidden />}
      styles={{ title: { textWrap: 'balance' } }}
      classNames={{ icon: styles.alarmIcon, title: isRed ? undefined : styles.alarmTitle }}
    >
      <Stack gap="xs">
        <Text size="sm">{about}</Text>
        {steps.length > 0 && (
          <ol className={styles.consequences}>
            {steps.map(step => (
              <Text component="li" size="sm" key={step}>
                {step}
              </Text>
            ))}
          </ol>
        )}
        <Group justify="space-between" gap="sm">
          <Anchor
            component={Link}
            to="/help/encryption"
            hash="berubah"
            size="sm"
            c="inherit"
            underline="always"
            className="lone"
          >
            {text.help}
          </Anchor>
          <Group gap="sm" wrap="nowrap" flex={{ base: '1 1 100%', xs: 'none' }}>
            {children}
          </Group>
        </Group>
      </Stack>
    </Alert>
  )
}

/** Alarm shown when the keys published for the signed-in user differ from the keys on this device. */
export function KeyMismatchAlarm({ alarm, userId }: { alarm: Alarm; userId: number }) {
  const navigate = useNavigate()
  const { kind, since, answer } = alarm
  const openSettings = () => void navigate({ to: '/settings', hash: 'encryption' })
  const answerKeyMismatchAlarm = (given: 'own' | 'not-own') => {
    storeUserResponseToKeyMismatchAlarm(userId, given)
    openSettings()
  }
  const isQuestion = kind === 'question' || kind === 'replaced'
  if (isQuestion && answer === 'own') {
    return (
      <KeyMismatchAlarmBox {...text.accepted} isRed={false}>
        <Button {...buttonSize} variant="default" onClick={openSettings}>
          {text.restore}
        </Button>
      </KeyMismatchAlarmBox>
    )
  }
  const texts = text[kind]
  const isRed = kind === 'foreign' || kind === 'replaced' || answer === 'not-own'
  const moment = since ? formatDateTime(since) : text.unknownTime
  const described = fillText(texts.about, { moment })
  return (
    <KeyMismatchAlarmBox
      title={texts.title}
      about={isQuestion ? `${described} ${text.stopped}` : described}
      isRed={isRed}
      steps={'steps' in texts ? texts.steps : undefined}
    >
      {isQuestion && answer === undefined && (
        <>
          <Button
            {...buttonSize}
            variant={isRed ? 'white' : 'default'}
            onClick={() => answerKeyMismatchAlarm('own')}
          >
            {text.isOwn}
          </Button>
          <Button
            {...buttonSize}
            color="red"
            variant={isRed ? 'white' : 'outline'}
            onClick={() => answerKeyMismatchAlarm('not-own')}
          >
            {text.isNotOwn}
          </Button>
        </>
      )}
      {(!isQuestion || answer === 'not-own') && (
        <Button {...buttonSize} color={isRed ? 'red' : 'emas'} variant="white" onClick={openSettings}>
          {isQuestion ? text.renew : kind === 'behind' ? text.republish : text.settings}
        </Button>
      )}
    </KeyMismatchAlarmBox>
  )
}
