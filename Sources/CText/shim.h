#include <ft2build.h>
#include <freetype/freetype.h>
#include <freetype/ftoutln.h>
#include <freetype/ftstroke.h>
#include <hb.h>
#include <hb-ot.h>
#include <fribidi/fribidi.h>
