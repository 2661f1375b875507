import { light } from '@/theme/tokens';

/** The longest edge that is uploaded, in pixels; the server makes it smaller still. */
const LONGEST = 1600;
const QUALITY = 0.85;

/** A chosen picture, ready to be uploaded. */
export interface ChosenPicture {
  /** URL to show it. */
  dataUrl: string;
  /** JPEG in base64. */
  base64: string;
}

/** Width and height that fit, in proportion; never larger than they are. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * Reads a picture and makes it small enough to send from a phone: a JPEG of at most 1600 px, transparent parts on
 * white, upright as its camera noted. `null` if the browser cannot read it.
 */
export async function readPicture(file: Blob): Promise<ChosenPicture | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = fitted(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d');
    if (pen === null) return null;
    pen.fillStyle = light.surface;
    pen.fillRect(0, 0, width, height);
    pen.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const dataUrl = canvas.toDataURL('image/jpeg', QUALITY);
    const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
    return { dataUrl, base64 };
  } catch {
    return null;
  }
}
