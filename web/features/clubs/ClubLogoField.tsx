import { Button, FileButton, Group, Input } from '@mantine/core'
import { clubsText as text } from '#texts/clubs.ts'
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
        <ClubAvatar club={{ ...club, logoUrl: logo.url }} size={56} />
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
