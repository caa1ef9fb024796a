import { useEffect, useRef } from 'react';

/** A picture of this machine's, as it looks before it goes anywhere. */
export function Thumbnail({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    image.current!.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return <img ref={image} alt={file.name} />;
}
