import { Button, Center, FileButton, Group, Input } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { clubsText as text } from '#texts/clubs.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { ClubAvatar } from '#web/ui/media/ClubAvatar.tsx'
import { useUploadClubLogo } from './clubs.api.ts'

/** Logo in the club form. `id` is the id of the file to save, null to remove the logo, or undefined for no change. */
export interface LogoValue {
  id?: string | null
  url: string | null
}

export function ClubLogoField({
  club,
  logo,
  onChange,
}: {
  club: { name: string; city: string }
  logo: LogoValue
  onChange: (logo: LogoValue) => void
}) {
  const upload = useUploadClubLogo()
  const uploadLogo = (file: File | null) =>
    file && upload.mutate(file, { onSuccess: ({ id, url }) => onChange({ id, url }) })
  return (
    <Input.Wrapper label={text.logo} labelElement="div" style={{ gridColumn: '1 / -1' }}>
      <Group gap="sm">
        {logo.url || club.name || club.city ? (
          <ClubAvatar club={{ ...club, logoUrl: logo.url }} size={56} />
        ) : (
          <Center w={56} h={56} bdrs="md" {...getToneProps('neutral')}>
            <IconBuildingCommunity size={28} aria-hidden />
          </Center>
        )}
        <FileButton accept="image/*" onChange={uploadLogo} disabled={upload.isPending}>
          {props => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {text.chooseLogo}
            </Button>
          )}
        </FileButton>
        {logo.url && (
          <Button variant="subtle" color="red" onClick={() => onChange({ id: null, url: null })}>
            {text.removeLogo}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
