import { Anchor, Card, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Profile } from '#shared/contracts/profile/profile.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatMaskedIdentityNumber } from '#shared/ic-number.ts'
import { roleLabels } from '#texts/labels.ts'
import { personFieldLabels as labels } from '#texts/person-fields.ts'
import { profileText as text } from '#texts/profile.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'

/** Profile data that administrators set, plus the email address, which is changed in the settings. */
export function ProfileCard({ profile }: { profile: Profile }) {
  return (
    <Card component="section" aria-label={text.identity}>
      <Title order={2} size="h4">
        {text.identity}
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        {text.identityHelp}
      </Text>
      <Columns component="dl" template="repeat(2, minmax(0, 1fr))" gap="14px 20px" mb={14}>
        <LabelledValue label={labels.membershipNumber}>{profile.membershipNumber}</LabelledValue>
        <LabelledValue label={labels.role}>{roleLabels[profile.role]}</LabelledValue>
        <LabelledValue label={text.country}>{getCountryName(profile.currentCountry)}</LabelledValue>
        <LabelledValue label={labels.clubId}>{profile.clubName}</LabelledValue>
        <LabelledValue label={labels.icNumber}>
          {profile.icNumber && formatMaskedIdentityNumber(profile.icNumber)}
        </LabelledValue>
        <LabelledValue label={text.age}>{profile.age}</LabelledValue>
        <LabelledValue label={labels.birthState}>{profile.birthState}</LabelledValue>
      </Columns>
      <dl>
        <LabelledValue label={labels.email}>
          <Group justify="space-between" gap="4px 12px">
            <span>
              <EmailAddress address={profile.email} />
            </span>
            <Anchor component={Link} to="/settings" size="sm" className="lone">
              {text.changeEmail}
            </Anchor>
          </Group>
        </LabelledValue>
      </dl>
    </Card>
  )
}
