import { Anchor, Card, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Profile } from '#shared/contracts/profile/profile.schemas.ts'
import { personFields as fields } from '#shared/contracts/users/person-fields.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { roleLabels } from '#shared/labels.ts'
import { profileText as text } from '#texts/profile.ts'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import styles from './Profile.module.css'

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
        <LabelledValue label={fields.membershipNumber.label}>{profile.membershipNumber}</LabelledValue>
        <LabelledValue label={fields.role.label}>{roleLabels[profile.role]}</LabelledValue>
        <LabelledValue label={text.country}>{getCountryName(profile.currentCountry)}</LabelledValue>
        <LabelledValue label={fields.clubId.label}>{profile.clubName}</LabelledValue>
        <LabelledValue label={fields.icNumber.label}>{profile.icNumber}</LabelledValue>
        <LabelledValue label={text.age}>{profile.age}</LabelledValue>
        <LabelledValue label={fields.email.label}>
          <EmailAddress address={profile.email} />
          <br />
          <Anchor component={Link} to="/settings" size="sm">
            {text.changeEmail}
          </Anchor>
        </LabelledValue>
        <LabelledValue label={fields.birthState.label}>{profile.birthState}</LabelledValue>
      </dl>
    </Card>
  )
}
