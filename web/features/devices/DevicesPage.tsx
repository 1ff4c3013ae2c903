import { listDevices, revokeDevice } from '#contract/devices.ts'
import type { RowOf } from '#contract/kit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusChip } from '../../ui/display.tsx'
import type { Column } from '../../ui/PlainTable.tsx'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText, Ltr } from '../../ui/values.tsx'

type Device = RowOf<typeof listDevices>
const kinds = ['browser', 'mobile', 'application'] as const

/** Where the account is signed in. This device is left by signing out; the others can be revoked. */
export default function DevicesPage() {
  const { t } = useTranslation('devices')
  const list = useList(listDevices)
  const [asked, setAsked] = useState<Device>()
  const columns: Column<Device>[] = [
    { title: t('device'), cell: ({ deviceModel }) => <Ltr>{deviceModel}</Ltr> },
    { title: t('type'), cell: ({ deviceType }) => kindOf(deviceType, t) },
    { title: t('added'), cell: ({ createdDate }) => <DateText at={createdDate} hijri={false} /> },
    { title: t('lastSeen'), cell: ({ lastSeen }) => <DateText at={lastSeen} time hijri={false} /> },
    { title: t('appVersion'), cell: ({ appVersion }) => (appVersion ? <Ltr>{appVersion}</Ltr> : '—') },
    {
      title: t('action'),
      cell: (device) =>
        device.isCurrent ? (
          <StatusChip tone="success">{t('thisDevice')}</StatusChip>
        ) : (
          <Button aria-label={t('revokeOne', { device: device.deviceModel })} onPress={() => setAsked(device)}>
            {t('revoke')}
          </Button>
        ),
    },
  ]
  return (
    <Page text={t('text')}>
      <ListTable list={list} label={useTitle()} columns={columns} keyOf={({ deviceSlno }) => deviceSlno} />
      {asked && <Revoke device={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

type Translate = ReturnType<typeof useTranslation<'devices'>>['t']
function kindOf(type: string, t: Translate): string {
  const kind = kinds.find((known) => known === type)
  return kind ? t(`types.${kind}`) : type
}

function Revoke({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const revoke = useSend(revokeDevice, [listDevices])
  const confirm = async () => {
    try {
      await revoke.mutateAsync({ deviceSlno: device.deviceSlno })
      toast('success', t('revoked'))
    } catch (error) {
      tell(error)
    }
    onClose()
  }
  return (
    <Question
      title={t('askTitle')}
      no={t('keep')}
      yes={t('confirm')}
      isPending={revoke.isPending}
      onYes={() => void confirm()}
      onClose={onClose}
    >
      {t('askText', { device: device.deviceModel })}
    </Question>
  )
}
