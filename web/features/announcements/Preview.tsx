import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { SegmentedControl, Title } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { appName } from '#web/lib/branding.ts'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './Announcements.module.css'
import { announcementsText, composeText as text } from './announcements.text.ts'
import { Tag } from './Tag.tsx'

export interface Previewed {
  title: string
  body: string
  isUrgent: boolean
  imageUrl?: string
}

function OnPhone({ one, sender }: { one: Previewed; sender: string }) {
  return (
    <div className={styles.phone}>
      <div className={styles.line}>
        {one.isUrgent && <Tag tone="urgent">{announcementsText.urgent}</Tag>}
        <span>{sender}</span>
      </div>
      <Title order={3} size="h4" my={6}>
        {one.title}
      </Title>
      {one.imageUrl && <img src={one.imageUrl} alt="" className={styles.picture} />}
      <RichText text={one.body} />
    </div>
  )
}

/** Without the picture: mail carries none. */
function InMail({ one, sender, name }: { one: Previewed; sender: string; name: string }) {
  return (
    <div className={styles.mail}>
      <div className={styles.subject}>
        {text.mailSubject}:{' '}
        <strong>
          {one.isUrgent && text.urgentMail}
          {one.title}
        </strong>
      </div>
      <p>{text.greeting(name)}</p>
      <Title order={3} size="h3" mb="sm">
        {one.title}
      </Title>
      <RichText text={one.body} />
      <span className={styles.fakeButton}>{text.open}</span>
      <p className={styles.small}>
        {announcementsText.title} · {sender} · {appName}
      </p>
      {!one.isUrgent && <p className={styles.small}>{text.stop}</p>}
    </div>
  )
}

/** As it will be read, by the same tree of text. */
export function Preview({ one, user, sender }: { one: Previewed; user: CurrentUser; sender: string }) {
  const [look, setLook] = useState<'phone' | 'mail'>('phone')
  return (
    <section aria-label={text.preview}>
      <SegmentedControl
        mb="md"
        fullWidth
        aria-label={text.preview}
        data={(['phone', 'mail'] as const).map(value => ({ value, label: text.previews[value] }))}
        value={look}
        onChange={value => setLook(value as typeof look)}
      />
      {look === 'phone' ? (
        <OnPhone one={one} sender={sender} />
      ) : (
        <InMail one={one} sender={sender} name={user.fullName} />
      )}
    </section>
  )
}
