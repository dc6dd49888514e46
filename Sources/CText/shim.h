#include <ft2build.h>
#include <freetype/freetype.h>
#include <hb.h>
#include <hb-ot.h>
#include <fribidi/fribidi.h>
