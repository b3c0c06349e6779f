import { Anchor, Card, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { personFields as fields } from '#shared/contracts/person-fields.ts'
import type { Profile } from '#shared/contracts/profile.ts'
import { roleLabels } from '#shared/labels.ts'
import { Email } from '#web/ui/Email.tsx'
import { Fact } from '#web/ui/Fact.tsx'
import styles from './Profile.module.css'
import { profileText as text } from './profile.text.ts'

/** Profile data that administrators set, plus the email address, which is changed in the settings. */
export function ProfileCard({ profile }: { profile: Profile }) {
  return (
    <Card component="section" aria-label={text.identity}>
      <Title order={2} style={{ overflowWrap: 'anywhere' }}>
        {profile.fullName}
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        {text.identityHelp}
      </Text>
      <dl className={styles.facts}>
        <Fact label={fields.membershipNumber.label}>{profile.membershipNumber}</Fact>
        <Fact label={fields.role.label}>{roleLabels[profile.role]}</Fact>
        <Fact label={text.country}>{profile.currentCountry}</Fact>
        <Fact label={fields.clubId.label}>{profile.clubName}</Fact>
        <Fact label={fields.icNumber.label}>{profile.icNumber}</Fact>
        <Fact label={text.age}>{profile.age}</Fact>
        <Fact label={fields.email.label}>
          <Email address={profile.email} />
          <br />
          <Anchor component={Link} to="/settings" size="sm">
            {text.changeEmail}
          </Anchor>
        </Fact>
        <Fact label={fields.birthState.label}>{profile.birthState}</Fact>
      </dl>
    </Card>
  )
}
