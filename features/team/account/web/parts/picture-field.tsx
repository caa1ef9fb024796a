import { Loader, TextInput, UnstyledButton } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accountApi } from '../../contract.ts';

/** A picture to read before a message is sent. `solve` answers the picture's id, once it was read rightly. */
export function usePicture() {
  const { mutate, data, isPending } = useCommand(accountApi.startCaptcha);
  useEffect(() => mutate({}), [mutate]);
  return {
    image: isPending ? null : (data?.image ?? null),
    isPending,
    renew: () => mutate({}),
    async solve(text: string): Promise<string> {
      await call(accountApi.solveCaptcha, { id: data?.id ?? '', text });
      return data!.id;
    },
  };
}

/** The picture and the field for what it reads. `input` is what the form gives a field. */
export function PictureField({ picture, input }: { picture: ReturnType<typeof usePicture>; input: object }) {
  const t = useText();
  return (
    <div className="picture">
      <TextInput
        label={t('account.outside.captcha')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={12}
        {...input}
      />
      <UnstyledButton
        className="picture-image"
        title={t('account.outside.captchaAgain')}
        aria-label={t('account.outside.captchaPicture')}
        onClick={picture.renew}
      >
        {picture.image ? (
          <img src={picture.image} alt="" />
        ) : picture.isPending ? (
          <Loader size={18} color="gray" />
        ) : (
          <RotateCw size={18} aria-hidden />
        )}
      </UnstyledButton>
    </div>
  );
}
