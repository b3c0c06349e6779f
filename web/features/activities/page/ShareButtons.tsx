import { ActionIcon, Button, Flex, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconBrandWhatsapp, IconCheck, IconLink, IconShare } from '@tabler/icons-react'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import { formatPeriodInZone, formatTimeZoneLabel } from '#shared/time/format-period.ts'
import { shareText as text } from '#texts/activities.ts'
import styles from './Share.module.css'

/** Returns the URL for sharing an activity: its public page or, without one, its page for signed-in users. */
function getActivityShareUrl({ id, publicUrl }: ActivityDetail): string {
  return publicUrl ?? `${window.location.origin}/activities/${id}`
}

/** Builds the line with time and location for the text that shares an activity. */
function buildActivityShareText(activity: ActivityDetail): string {
  const { timeZone, location } = activity
  const when = formatPeriodInZone(activity, timeZone)
  return [when && `${when} ${formatTimeZoneLabel(timeZone)}`, location].filter(Boolean).join(' · ')
}

export function ShareButtons({ activity }: { activity: ActivityDetail }) {
  const { copy, copied, error } = useClipboard({ timeout: 10_000 })
  const { title } = activity
  const url = getActivityShareUrl(activity)
  const summary = buildActivityShareText(activity)
  const openShareSheet = () =>
    navigator.share({ title, text: [title, summary].filter(Boolean).join('\n'), url }).catch(() => {
      // The share call fails when the user closes the share sheet without sharing, so the error is ignored.
    })
  const message = [title, summary, url].filter(Boolean).join('\n')
  return (
    <Flex
      aria-label={text.title}
      component="section"
      direction="column"
      gap={10}
      pt={14}
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Text fw={600} size="sm">
        {text.title}
      </Text>
      <Flex gap={8} wrap="wrap" className={styles.ways}>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconLink size={18} aria-hidden />}
          onClick={() => copy(url)}
        >
          <span aria-live="polite">{copied ? text.copied : text.copy}</span>
        </Button>
        <Button
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
        >
          {text.whatsapp}
        </Button>
        {'share' in navigator && (
          <ActionIcon variant="default" size={44} aria-label={text.sheet} onClick={openShareSheet}>
            <IconShare size={18} aria-hidden />
          </ActionIcon>
        )}
      </Flex>
      {/* When the browser refuses clipboard access, the URL is shown for copying by hand. */}
      {error && (
        <TextInput
          aria-label={text.address}
          readOnly
          value={url}
          onFocus={event => event.currentTarget.select()}
        />
      )}
      {!activity.publicUrl && (
        <Text size="xs" c="dimmed">
          {text.membersOnly}
        </Text>
      )}
    </Flex>
  )
}
